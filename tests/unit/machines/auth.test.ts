import { describe, expect, it } from 'vitest';
import { isAuthenticated, selectGreetingName } from '#machines/account/auth.selectors.ts';
import type { AuthEvent } from '#machines/account/auth.types.ts';
import { credentials, done, refusal, registration, signedOut, user, visit } from './visit-auth.ts';

describe('sign-up and sign-in', () => {
  it('lead over the code to a session, and forget every secret', async () => {
    const tab = await visit();
    await tab.send({ type: 'sign-up.submitted', registration });
    expect(tab.state()).toEqual({ guest: 'pending-verification' });
    expect(tab.context().pendingVerification?.email).toBe(user.email);
    await tab.verify({ type: 'code.submitted', code: '123456' });
    expect(tab.state()).toEqual({ guest: 'signed-out' });
    expect(tab.context().pendingVerification).toBeNull();
    await tab.send({ type: 'sign-in.submitted', credentials });
    expect(tab.state()).toEqual({ 'signed-in': { active: 'idle' } });
    expect(selectGreetingName(tab.auth.getSnapshot())).toBe('Ada');
    expect(tab.emitted).toEqual(['account.created', 'email.verified', 'signed-in']);
    expect(JSON.stringify(tab.context())).not.toContain(credentials.password);
  });

  it('continue without the customer record if it takes too long', async () => {
    const tab = await visit({ registers: () => new Promise(() => undefined) });
    await tab.send({ type: 'sign-in.submitted', credentials });
    expect(tab.state()).toEqual({ 'signed-in': 'registering' });
    expect(isAuthenticated(tab.auth.getSnapshot())).toBe(false);
    tab.clock.increment(3_000);
    expect(tab.state()).toEqual({ 'signed-in': { active: 'idle' } });
    expect(tab.emitted).toEqual(['signed-in']);
  });
});

describe('a request of a guest', () => {
  it.each<[string, AuthEvent]>([
    ['a verification', { type: 'verification.opened', email: 'a@b.c' }],
    ['a reset', { type: 'reset.opened', email: 'a@b.c' }],
  ])('continues when the page of %s opens', async (_, opened) => {
    const tab = await visit();
    const answered = tab.send({ type: 'sign-up.submitted', registration });
    await tab.send(opened);
    await answered;
    expect(tab.emitted).toEqual(['account.created']);
    expect(tab.context()).toMatchObject({ pendingVerification: { email: user.email }, pendingReset: null });
  });
});

describe('the password reset', () => {
  it('goes from the request to a new password', async () => {
    const tab = await visit();
    await tab.send({ type: 'reset.requested', email: user.email });
    expect(tab.state()).toEqual({ guest: 'pending-reset' });
    await tab.reset({ type: 'code.requested' });
    await tab.reset({ type: 'reset.submitted', code: '1', password: 'New-pass1!' });
    expect(tab.state()).toEqual({ guest: 'signed-out' });
    expect(tab.context().pendingReset).toBeNull();
    expect(tab.emitted).toEqual(['reset.sent', 'reset.resent', 'password.reset']);
  });
});

describe('the session', () => {
  const signedIn = {
    restored: {
      ...signedOut,
      user,
      pendingVerification: 'a@b.c',
      pendingReset: user.email,
      codeSentTo: 'a@b.c',
    },
  };
  const noEmails = { pendingVerification: null, codeSentTo: null, pendingReset: null };

  it('ends with all its data', async () => {
    const tab = await visit(signedIn);
    await tab.send({ type: 'sign-out.requested' });
    expect(tab.state()).toEqual({ guest: 'signed-out' });
    expect(tab.context()).toMatchObject({ user: null, ...noEmails });
    expect(tab.emitted).toEqual(['signed-out']);
  });

  it('ends on this device at the second sign-out if the service did not answer the first', async () => {
    const tab = await visit({
      ...signedIn,
      signOut: ({ isForced }) => (isForced ? { ...done, hosted: false } : refusal('unavailable')),
    });
    await tab.send({ type: 'sign-out.requested' });
    expect(tab.state()).toEqual({ 'signed-in': { active: 'verifying' } });
    await tab.send({ type: 'sign-out.requested' });
    expect(tab.signOut.inputs).toEqual([{ isForced: false }, { isForced: true }]);
    expect(tab.emitted).toEqual(['sign-out.failed', 'signed-out']);
  });

  it('can end while another email is being verified', async () => {
    const tab = await visit(signedIn);
    const verified = tab.verify({ type: 'code.submitted', code: '123456' });
    expect(tab.verificationState()).toEqual({ 'by-code': 'confirming' });
    await tab.send({ type: 'sign-out.requested' });
    await verified;
    expect(tab.emitted).toEqual(['signed-out']);
  });

  it('follows another user of the same browser', async () => {
    const tab = await visit(signedIn);
    const other = { ...user, id: 'u2', firstName: 'Eve' };
    tab.elsewhere({ type: 'session.replaced', user: other });
    expect(tab.state()).toEqual({ 'signed-in': { active: 'idle' } });
    expect(tab.context()).toMatchObject({ user: other, ...noEmails });
    expect(tab.emitted).toEqual(['session.replaced']);
  });
});
