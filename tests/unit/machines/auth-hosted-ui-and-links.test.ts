import { describe, expect, it } from 'vitest';
import type { AuthEvent, SignInResult } from '#machines/account/auth.types.ts';
import { failing } from './harness.ts';
import {
  credentials,
  refusal,
  registration,
  signedOut,
  unconfirmed,
  user,
  visit,
  type World,
} from './visit-auth.ts';

it('a hosted sign-in does not fall back on a session revoked in the meantime', async () => {
  const restored = { ...signedOut, user, returnsFromHostedUi: true };
  const tab = await visit({ restored, hosted: new Promise(() => undefined) });
  tab.elsewhere({ type: 'session.ended' });
  await tab.wait(10_000);
  expect(tab.state()).toEqual({ guest: 'signed-out' });
});

it('a restored challenge is forgotten when another tab signs in during a hosted sign-in', async () => {
  const challenge = { name: 'authenticator-setup', email: user.email, secret: 'JBSWY3DPEHPK3PXP' } as const;
  const restored = { ...signedOut, challenge, returnsFromHostedUi: true };
  const tab = await visit({ restored, hosted: new Promise(() => undefined) });
  tab.elsewhere({ type: 'session.replaced', user });
  expect(tab.state()).toEqual({ 'signed-in': { active: 'idle' } });
  expect(JSON.stringify(tab.context())).not.toContain(challenge.secret);
});

describe('a link in the mail', () => {
  const byLink: Partial<World> = {
    signUp: { outcome: 'done', email: user.email, verification: 'link', waiting: null },
    signIn: unconfirmed,
  };
  const pausing = { 'by-link': { poll: 'pausing', mail: 'sent' } };

  it.each<[string, AuthEvent]>([
    ['a sign-up', { type: 'sign-up.submitted', registration }],
    ['a sign-in', { type: 'sign-in.submitted', credentials }],
  ])('is awaited after %s, with the credentials kept until then', async (_, event) => {
    const tab = await visit({ ...byLink });
    await tab.send(event);
    expect(tab.verificationState()).toEqual(pausing);
    expect(tab.held.credentials).toBe(1);
    await tab.wait(4_999);
    expect(tab.repeatSignIn.inputs).toHaveLength(0);
    await tab.wait(1);
    expect(tab.repeatSignIn.inputs).toHaveLength(1);
    expect(tab.verificationState()).toEqual(pausing);
    tab.world.repeated = () => ({ outcome: 'done', user });
    await tab.wait(5_000);
    expect(tab.state()).toEqual({ 'signed-in': { active: 'idle' } });
    expect(tab.held.credentials).toBe(0);
    expect(tab.context().pendingVerification).toBeNull();
    expect(tab.emitted.slice(-2)).toEqual(['link.confirmed', 'signed-in']);
    expect(JSON.stringify(tab.context())).not.toContain(credentials.password);
  });

  it('is awaited for at most 3 min', async () => {
    const tab = await visit({ ...byLink });
    await tab.send({ type: 'sign-up.submitted', registration });
    for (let elapsed = 0; elapsed < 175_000; elapsed += 5_000) await tab.wait(5_000);
    expect(tab.repeatSignIn.inputs).toHaveLength(35);
    expect(tab.held.credentials).toBe(1);
    await tab.wait(5_000);
    expect(tab.state()).toEqual({ guest: 'signed-out' });
    expect(tab.held.credentials).toBe(0);
    expect(tab.context().pendingVerification).toBeNull();
    expect(tab.emitted.at(-1)).toBe('link.unconfirmed');
  });

  it.each<[string, () => SignInResult | Promise<SignInResult>, boolean]>([
    ['an unavailable service', () => refusal('unavailable'), true],
    ['too many requests', () => refusal('limit-exceeded'), true],
    ['another refusal', () => refusal('not-authorized'), false],
    ['an accident', failing, false],
  ])('survives %s, or not', async (_, repeated, goesOn) => {
    const tab = await visit({ ...byLink, repeated });
    await tab.send({ type: 'sign-up.submitted', registration });
    await tab.wait(5_000);
    expect(tab.state()).toEqual(goesOn ? { guest: 'pending-verification' } : { guest: 'signed-out' });
    expect(tab.verificationState()).toEqual(goesOn ? pausing : undefined);
    expect(tab.emitted.includes('link.unconfirmed')).toBe(!goesOn);
  });

  it('ends the wait at a reload', async () => {
    const tab = await visit({ restored: { ...signedOut, interruptedLink: 'a@b.c' } });
    expect(tab.state()).toEqual({ guest: 'signed-out' });
    expect(tab.emitted).toEqual(['link.unconfirmed']);
    const inside = await visit({ restored: { ...signedOut, user, interruptedLink: 'a@b.c' } });
    expect(inside.emitted).toEqual([]);
  });
});
