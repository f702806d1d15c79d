import { describe, expect, it } from 'vitest';
import { isAuthenticated, selectFailureOf, selectGreetingName } from '#machines/auth.selectors.ts';
import type { AuthEvent, Restoration } from '#machines/auth.types.ts';
import { failing } from './harness.ts';
import {
  credentials,
  nobody,
  refused,
  registration,
  unconfirmed,
  user,
  visit,
  type World,
} from './visit-auth.ts';

describe('loading', () => {
  it.each([
    ['a session', { ...nobody, user }, { 'signed-in': 'active' }],
    [
      'an email to verify',
      { ...nobody, pendingVerification: 'a@b.c' },
      { 'pending-verification': 'waiting' },
    ],
    ['a reset under way', { ...nobody, pendingReset: 'a@b.c' }, { 'pending-reset': 'waiting' }],
    ['nothing', nobody, { 'signed-out': 'idle' }],
  ])('finds %s', async (_, restored, state) => {
    expect((await visit({ restored })).state()).toEqual(state);
  });

  it('takes a failure for nobody', async () => {
    expect((await visit({ throws: true })).state()).toEqual({ 'signed-out': 'idle' });
  });
});

describe('the way in', () => {
  it('goes from sign-up over the code to a session, and forgets every secret', async () => {
    const tab = await visit();
    await tab.send({ type: 'sign-up.submitted', registration });
    expect(tab.state()).toEqual({ 'pending-verification': 'waiting' });
    expect(tab.context().pendingVerification).toBe(user.email);
    await tab.send({ type: 'code.submitted', code: '123456' });
    expect(tab.state()).toEqual({ 'signed-out': 'idle' });
    expect(tab.context().pendingVerification).toBeNull();
    await tab.send({ type: 'sign-in.submitted', credentials });
    expect(tab.state()).toEqual({ 'signed-in': 'active' });
    expect(selectGreetingName(tab.auth.getSnapshot())).toBe('Ada');
    expect(tab.emitted).toEqual(['account.created', 'email.verified', 'signed-in']);
    expect(JSON.stringify(tab.context())).not.toContain(credentials.password);
  });

  it('leads an account without a verified email to its code', async () => {
    const tab = await visit({ signIn: { ...unconfirmed, verification: 'code' } });
    await tab.send({ type: 'sign-in.submitted', credentials });
    expect(tab.state()).toEqual({ 'pending-verification': 'waiting' });
    expect(tab.emitted).toEqual(['verification.required', 'code.sent']);
  });

  it('signs in while the customer record hangs, once its time is over', async () => {
    const tab = await visit({ registers: () => new Promise(() => undefined) });
    await tab.send({ type: 'sign-in.submitted', credentials });
    expect(tab.state()).toEqual({ 'signed-in': 'registering' });
    expect(isAuthenticated(tab.auth.getSnapshot())).toBe(false);
    tab.clock.increment(3_000);
    expect(tab.state()).toEqual({ 'signed-in': 'active' });
    expect(tab.emitted).toEqual(['signed-in']);
  });

  it('signs in when the customer record fails, and says so', async () => {
    const tab = await visit({ registers: failing });
    await tab.send({ type: 'sign-in.submitted', credentials });
    expect(tab.state()).toEqual({ 'signed-in': 'active' });
    expect(tab.emitted).toEqual(['customer.unregistered', 'signed-in']);
  });

  it('ignores a second submit', async () => {
    const tab = await visit();
    await tab.send(
      { type: 'sign-in.submitted', credentials },
      { type: 'sign-in.submitted', credentials: { email: 'eve@example.com', password: 'x' } },
    );
    expect(tab.emitted).toEqual(['signed-in']);
  });
});

describe('a refusal or an accident', () => {
  const cases: [string, Restoration, AuthEvent, Partial<World>, unknown][] = [
    [
      'sign-up',
      nobody,
      { type: 'sign-up.submitted', registration },
      { signUp: refused },
      { 'signed-out': 'idle' },
    ],
    [
      'sign-in',
      nobody,
      { type: 'sign-in.submitted', credentials },
      { signIn: refused },
      { 'signed-out': 'idle' },
    ],
    [
      'request-reset',
      nobody,
      { type: 'reset.requested', email: 'a@b.c' },
      { reset: refused },
      { 'signed-out': 'idle' },
    ],
    [
      'verify-email',
      { ...nobody, pendingVerification: 'a@b.c' },
      { type: 'code.submitted', code: '1' },
      { plain: refused },
      { 'pending-verification': 'waiting' },
    ],
    [
      'confirm-reset',
      { ...nobody, pendingReset: 'a@b.c' },
      { type: 'reset.submitted', code: '1', password: 'p' },
      { plain: refused },
      { 'pending-reset': 'waiting' },
    ],
    [
      'resend-code',
      { ...nobody, pendingVerification: 'a@b.c' },
      { type: 'code.requested' },
      { plain: refused },
      { 'pending-verification': 'waiting' },
    ],
    [
      'resend-code',
      { ...nobody, pendingReset: 'a@b.c' },
      { type: 'code.requested' },
      { reset: refused },
      { 'pending-reset': 'waiting' },
    ],
    [
      'verify-email',
      { ...nobody, user, pendingVerification: 'a@b.c' },
      { type: 'code.submitted', code: '1' },
      { plain: refused },
      { 'signed-in': 'active' },
    ],
    [
      'resend-code',
      { ...nobody, user, pendingVerification: 'a@b.c' },
      { type: 'code.requested' },
      { plain: refused },
      { 'signed-in': 'active' },
    ],
    [
      'sign-out',
      { ...nobody, user },
      { type: 'sign-out.requested' },
      { end: refused },
      { 'signed-in': 'active' },
    ],
  ];

  it.each(cases)('of %s is kept by name and leaves a way on', async (step, restored, event, world, state) => {
    const tab = await visit({ restored, ...world });
    await tab.send(event);
    expect(tab.state()).toEqual(state);
    expect(tab.context().failure).toEqual({ step, name: 'code-mismatch', message: 'No.' });
  });

  it.each(cases)('of %s that is not expected is kept as unknown', async (step, restored, event, _, state) => {
    const tab = await visit({ restored });
    tab.world.throws = true;
    await tab.send(event);
    expect(tab.state()).toEqual(state);
    expect(tab.context().failure).toMatchObject({ step, name: 'unknown' });
  });

  it('is shown only to its own screen, until the next try', async () => {
    const tab = await visit({ signIn: refused });
    await tab.send({ type: 'sign-in.submitted', credentials });
    expect(selectFailureOf('sign-up')(tab.auth.getSnapshot())).toBeNull();
    tab.world.signIn = { outcome: 'done', user };
    await tab.send({ type: 'sign-in.submitted', credentials });
    expect(tab.context().failure).toBeNull();
  });

  it('keeps the pending email when another sign-in fails', async () => {
    const tab = await visit({ restored: { ...nobody, pendingVerification: 'a@b.c' }, signIn: refused });
    await tab.send({ type: 'sign-in.submitted', credentials });
    expect(tab.context().pendingVerification).toBe('a@b.c');
    await tab.send({ type: 'verification.opened', email: 'a@b.c' });
    expect(tab.state()).toEqual({ 'pending-verification': 'waiting' });
  });
});

describe('the password reset', () => {
  it('goes from the request to a new password', async () => {
    const tab = await visit();
    await tab.send({ type: 'reset.requested', email: user.email });
    expect(tab.state()).toEqual({ 'pending-reset': 'waiting' });
    await tab.send({ type: 'code.requested' });
    await tab.send({ type: 'reset.submitted', code: '1', password: 'New-pass1!' });
    expect(tab.state()).toEqual({ 'signed-out': 'idle' });
    expect(tab.context().pendingReset).toBeNull();
    expect(tab.emitted).toEqual(['reset.sent', 'reset.resent', 'password.reset']);
  });
});

describe('the session', () => {
  const signedIn = {
    restored: {
      ...nobody,
      user,
      pendingVerification: 'a@b.c',
      pendingReset: user.email,
      codeSentTo: 'a@b.c',
    },
  };
  const noEmails = { pendingVerification: null, verificationCode: null, pendingReset: null, resetCode: null };

  it('ends with everything that belonged to it', async () => {
    const tab = await visit(signedIn);
    await tab.send({ type: 'sign-out.requested' });
    expect(tab.state()).toEqual({ 'signed-out': 'idle' });
    expect(tab.context()).toMatchObject({ user: null, ...noEmails });
    expect(tab.emitted).toEqual(['signed-out']);
  });

  it('can be left on this device when the service does not answer twice', async () => {
    const tab = await visit({ ...signedIn, end: refused });
    await tab.send({ type: 'sign-out.requested' });
    expect(tab.emitted).toEqual(['sign-out.failed']);
    await tab.send({ type: 'sign-out.requested' });
    expect(tab.state()).toEqual({ 'signed-out': 'idle' });
    expect(tab.signOut.inputs).toHaveLength(1);
    expect(tab.forgetSession.inputs).toHaveLength(1);
  });

  it('ends when it is ended elsewhere', async () => {
    const tab = await visit(signedIn);
    tab.elsewhere({ type: 'session.ended' });
    expect(tab.state()).toEqual({ 'signed-out': 'idle' });
    expect(tab.emitted).toEqual(['session.lost']);
  });

  it('follows another user of the same browser', async () => {
    const tab = await visit(signedIn);
    const other = { ...user, id: 'u2', firstName: 'Eve' };
    tab.elsewhere({ type: 'session.replaced', user: other });
    expect(tab.state()).toEqual({ 'signed-in': 'active' });
    expect(tab.context()).toMatchObject({ user: other, ...noEmails });
    expect(tab.emitted).toEqual(['session.replaced']);
  });

  it('can verify another email without being left', async () => {
    const tab = await visit(signedIn);
    await tab.send({ type: 'code.requested' });
    await tab.send({ type: 'code.submitted', code: '123456' });
    expect(tab.state()).toEqual({ 'signed-in': 'active' });
    expect(tab.emitted).toEqual(['code.sent', 'email.verified']);
  });
});

it('says that a session can’t be renewed now, and keeps it', async () => {
  const tab = await visit({ restored: { ...nobody, user } });
  tab.elsewhere({ type: 'session.unreachable' });
  expect(tab.state()).toEqual({ 'signed-in': 'active' });
  expect(tab.emitted).toEqual(['session.unreachable']);
});
