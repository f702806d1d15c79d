import { describe, expect, it } from 'vitest';
import {
  isVerificationSent,
  selectReset,
  selectSentAt,
  selectVerification,
} from '#machines/account/auth.selectors.ts';
import type { AuthEvent } from '#machines/account/auth.types.ts';
import { credentials, sentAt, signedOut, unconfirmed, user, visit } from './visit-auth.ts';

const signIn: AuthEvent = { type: 'sign-in.submitted', credentials };
const byCode = { signIn: { ...unconfirmed, verification: 'code' } } as const;

describe('a sign-in before the email is verified', () => {
  it.each([
    ['code', byCode, { 'by-code': 'waiting' }],
    ['link', { signIn: unconfirmed }, { 'by-link': { poll: 'pausing', mail: 'sent' } }],
  ] as const)('sends a new %s once, and passes on the provider’s message', async (_, world, state) => {
    const tab = await visit(world);
    const told: unknown[] = [];
    tab.auth.on('verification.required', (event) => told.push(event));
    await tab.send(signIn);
    expect(tab.verificationState()).toEqual(state);
    expect(told).toEqual([
      { type: 'verification.required', email: user.email, message: 'User is not confirmed.' },
    ]);
    await tab.send({ type: 'verification.opened', email: user.email });
    expect(tab.verificationState()).toEqual(state);
    expect(tab.emitted).toEqual(['verification.required', 'code.sent']);
    expect(isVerificationSent(tab.auth.getSnapshot())).toBe(true);
  });
});

describe('whether a code was sent', () => {
  it.each([
    [null, false],
    [user.email, true],
    ['another@example.com', false],
  ])('is read from storage: %s', async (codeSentTo, expected) => {
    const tab = await visit({ restored: { ...signedOut, pendingVerification: user.email, codeSentTo } });
    expect(tab.verificationState()).toEqual({ 'by-code': 'waiting' });
    expect(isVerificationSent(tab.auth.getSnapshot())).toBe(expected);
    expect(tab.emitted).toEqual([]);
  });

  it('is known after each resend, for each page separately', async () => {
    const tab = await visit({ restored: { ...signedOut, pendingVerification: user.email } });
    const timeOf = (select: typeof selectVerification | typeof selectReset) =>
      selectSentAt(select(tab.auth.getSnapshot())?.getSnapshot());
    expect(timeOf(selectVerification)).toBeNull();
    await tab.verify({ type: 'code.requested' });
    expect(timeOf(selectVerification)).toBe(sentAt);
    await tab.send({ type: 'reset.opened', email: user.email });
    expect(timeOf(selectReset)).toBeNull();
    await tab.reset({ type: 'code.requested' });
    expect(timeOf(selectReset)).toBe(sentAt);
    expect(tab.emitted).toEqual(['code.sent', 'reset.resent']);
  });
});
