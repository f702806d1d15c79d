import { describe, expect, it } from 'vitest';
import { selectFailureOf } from '#machines/auth.selectors.ts';
import type { Answer, AuthEvent, Restoration, SignInAnswer, User } from '#machines/auth.types.ts';
import { deferred, failing, settle } from './harness.ts';
import {
  credentials,
  nobody,
  refusal,
  refused,
  registration,
  unconfirmed,
  user,
  visit,
  type World,
} from './visit-auth.ts';

describe('a hosted sign-in', () => {
  const returns = { ...nobody, returnsFromHostedUi: true };
  const completing = { loading: 'completing-hosted-sign-in' };

  it('is asked for, and left alone when the visitor comes back without it', async () => {
    const departure = deferred<void>();
    const tab = await visit({ departs: () => departure.promise });
    await tab.send({ type: 'hosted-sign-in.requested' });
    expect(tab.state()).toEqual({ 'signed-out': 'opening-hosted-sign-in' });
    departure.resolve();
    await settle();
    expect(tab.state()).toEqual({ 'signed-out': 'idle' });
    expect(tab.context().failure).toBeNull();
  });

  it.each<[string, Restoration]>([
    ['a code', { ...nobody, pendingVerification: 'a@b.c' }],
    ['a reset', { ...nobody, pendingReset: 'a@b.c' }],
  ])('can be asked for while %s is awaited', async (_, restored) => {
    const tab = await visit({ restored });
    await tab.send({ type: 'hosted-sign-in.requested' });
    expect(tab.state()).toEqual({ 'signed-out': 'opening-hosted-sign-in' });
  });

  it('fails in words when the page can’t be left', async () => {
    const tab = await visit();
    await tab.send({ type: 'hosted-sign-in.requested' });
    await tab.wait(10_000);
    expect(tab.state()).toEqual({ 'signed-out': 'idle' });
    expect(tab.context().failure).toMatchObject({ step: 'hosted-sign-in', name: 'unknown' });
  });

  it('is completed on the way back, as any sign-in', async () => {
    const tab = await visit({ restored: returns });
    expect(tab.state()).toEqual({ 'signed-in': 'active' });
    expect(tab.context().user).toEqual(user);
    expect(tab.emitted).toEqual(['signed-in']);
  });

  it.each<[string, Partial<Restoration>, unknown]>([
    ['a guest', {}, { 'signed-out': 'idle' }],
    ['the session found', { user }, { 'signed-in': 'active' }],
    ['an email to verify', { pendingVerification: 'a@b.c' }, { 'pending-verification': 'waiting' }],
    ['a reset under way', { pendingReset: 'a@b.c' }, { 'pending-reset': 'waiting' }],
  ])('goes on with %s at its limit, and listens to no late answer', async (_, found, state) => {
    const late = deferred<Answer<{ user: User }>>();
    const tab = await visit({ restored: { ...returns, ...found }, hosted: late.promise });
    await tab.wait(9_999);
    expect(tab.state()).toEqual(completing);
    await tab.wait(1);
    expect(tab.state()).toEqual(state);
    expect(tab.context().failure).toBeNull();
    late.resolve({ outcome: 'done', user: { ...user, id: 'late' } });
    await settle();
    expect(tab.state()).toEqual(state);
    expect(tab.context().user?.id).not.toBe('late');
  });

  it('goes on with the session found when it is refused, and says so', async () => {
    const tab = await visit({ restored: returns, hosted: refused });
    expect(tab.state()).toEqual({ 'signed-out': 'idle' });
    expect(selectFailureOf('hosted-sign-in')(tab.auth.getSnapshot())).not.toBeNull();
    await tab.send({ type: 'failure.dismissed', step: 'sign-in' });
    expect(selectFailureOf('hosted-sign-in')(tab.auth.getSnapshot())).not.toBeNull();
    await tab.send({ type: 'failure.dismissed', step: 'hosted-sign-in' });
    expect(tab.context().failure).toBeNull();
  });

  it('is kept as unknown when it breaks', async () => {
    const tab = await visit({ restored: returns, hosted: failing() });
    expect(tab.context().failure).toMatchObject({ step: 'hosted-sign-in', name: 'unknown' });
  });

  it('does not fall back on a session that was revoked meanwhile', async () => {
    const tab = await visit({ restored: { ...returns, user }, hosted: new Promise(() => undefined) });
    tab.elsewhere({ type: 'session.ended' });
    await tab.wait(10_000);
    expect(tab.state()).toEqual({ 'signed-out': 'idle' });
  });
});

describe('the way out of a hosted session', () => {
  const hosted = { restored: { ...nobody, user }, end: { outcome: 'done', hosted: true } } as const;
  const leaving = { 'signed-out': 'opening-hosted-sign-out' };

  it('is over here at once, and leaves for the hosted pages', async () => {
    const tab = await visit(hosted);
    await tab.send({ type: 'sign-out.requested' });
    expect(tab.state()).toEqual(leaving);
    expect(tab.context().user).toBeNull();
    expect(tab.emitted).toEqual(['hosted-sign-out.begun']);
  });

  it('says so when the page is still here after 3 s', async () => {
    const tab = await visit(hosted);
    await tab.send({ type: 'sign-out.requested' });
    await tab.wait(2_999);
    expect(tab.state()).toEqual(leaving);
    await tab.wait(1);
    expect(tab.state()).toEqual({ 'signed-out': 'idle' });
    expect(tab.emitted).toEqual(['hosted-sign-out.begun', 'hosted-sign-out.failed']);
  });

  it('says so when the page can’t be left, and not when the visitor comes back', async () => {
    const broken = await visit({ ...hosted, departs: failing });
    await broken.send({ type: 'sign-out.requested' });
    expect(broken.emitted).toEqual(['hosted-sign-out.begun', 'hosted-sign-out.failed']);
    const back = await visit({ ...hosted, departs: async () => undefined });
    await back.send({ type: 'sign-out.requested' });
    expect(back.state()).toEqual({ 'signed-out': 'idle' });
    expect(back.emitted).toEqual(['hosted-sign-out.begun']);
  });

  it('leads there also when the service did not answer', async () => {
    const tab = await visit({ ...hosted, end: refused, forgotten: { hosted: true } });
    await tab.send({ type: 'sign-out.requested' });
    await tab.send({ type: 'sign-out.requested' });
    expect(tab.state()).toEqual(leaving);
  });
});

describe('a link in the mail', () => {
  const byLink: Partial<World> = {
    signUp: { outcome: 'done', email: user.email, verification: 'link' },
    signIn: unconfirmed,
  };
  const awaiting = (poll: string, mail = 'sent') => ({
    'pending-verification': { 'awaiting-link': { poll, mail } },
  });

  it.each<[string, AuthEvent]>([
    ['a sign-up', { type: 'sign-up.submitted', registration }],
    ['a sign-in', { type: 'sign-in.submitted', credentials }],
  ])('is waited for after %s, with the credentials held for so long', async (_, event) => {
    const tab = await visit({ ...byLink });
    await tab.send(event);
    expect(tab.state()).toEqual(awaiting('pausing'));
    expect(tab.held.credentials).toBe(1);
    await tab.wait(4_999);
    expect(tab.repeatSignIn.inputs).toHaveLength(0);
    await tab.wait(1);
    expect(tab.repeatSignIn.inputs).toHaveLength(1);
    expect(tab.state()).toEqual(awaiting('pausing'));
    tab.world.repeated = () => ({ outcome: 'done', user });
    await tab.wait(5_000);
    expect(tab.state()).toEqual({ 'signed-in': 'active' });
    expect(tab.held.credentials).toBe(0);
    expect(tab.context().pendingVerification).toBeNull();
    expect(tab.emitted.slice(-2)).toEqual(['link.confirmed', 'signed-in']);
    expect(JSON.stringify(tab.context())).not.toContain(credentials.password);
  });

  it('is never tried twice at once', async () => {
    const answer = deferred<SignInAnswer>();
    const tab = await visit({ ...byLink, repeated: () => answer.promise });
    await tab.send({ type: 'sign-up.submitted', registration });
    await tab.wait(60_000);
    expect(tab.state()).toEqual(awaiting('trying'));
    expect(tab.repeatSignIn.inputs).toHaveLength(1);
    answer.resolve(unconfirmed);
    await settle();
    expect(tab.state()).toEqual(awaiting('pausing'));
  });

  it('is waited for no longer than 3 min', async () => {
    const tab = await visit({ ...byLink });
    await tab.send({ type: 'sign-up.submitted', registration });
    for (let elapsed = 0; elapsed < 175_000; elapsed += 5_000) await tab.wait(5_000);
    expect(tab.repeatSignIn.inputs).toHaveLength(35);
    expect(tab.held.credentials).toBe(1);
    await tab.wait(5_000);
    expect(tab.state()).toEqual({ 'signed-out': 'idle' });
    expect(tab.held.credentials).toBe(0);
    expect(tab.context().pendingVerification).toBeNull();
    expect(tab.emitted.at(-1)).toBe('link.unconfirmed');
  });

  it.each<[string, () => SignInAnswer | Promise<SignInAnswer>, boolean]>([
    ['an unavailable service', () => refusal('unavailable'), true],
    ['too many requests', () => refusal('limit-exceeded'), true],
    ['another refusal', () => refusal('not-authorized'), false],
    ['an accident', failing, false],
  ])('outlasts %s, or not', async (_, repeated, goesOn) => {
    const tab = await visit({ ...byLink, repeated });
    await tab.send({ type: 'sign-up.submitted', registration });
    await tab.wait(5_000);
    expect(tab.state()).toEqual(goesOn ? awaiting('pausing') : { 'signed-out': 'idle' });
    expect(tab.emitted.includes('link.unconfirmed')).toBe(!goesOn);
  });

  it('can be sent again without the wait beginning anew', async () => {
    const tab = await visit({ ...byLink });
    await tab.send({ type: 'sign-up.submitted', registration });
    await tab.wait(3_000);
    await tab.send({ type: 'code.requested' });
    expect(tab.emitted).toEqual(['account.created', 'code.sent']);
    await tab.wait(2_000);
    expect(tab.repeatSignIn.inputs).toHaveLength(1);
    tab.world.plain = refused;
    await tab.send({ type: 'code.requested' });
    expect(tab.context().failure).toMatchObject({ step: 'resend-code' });
    tab.world.throws = true;
    await tab.send({ type: 'code.requested' });
    expect(tab.context().failure).toMatchObject({ step: 'resend-code', name: 'unknown' });
    expect(tab.state()).toEqual(awaiting('pausing'));
  });

  it.each<[AuthEvent, Partial<World>]>([
    [{ type: 'sign-in.submitted', credentials }, { signIn: refused }],
    [{ type: 'sign-up.submitted', registration }, { signUp: refused }],
    [{ type: 'reset.requested', email: 'a@b.c' }, {}],
    [{ type: 'reset.opened', email: 'a@b.c' }, {}],
    [{ type: 'hosted-sign-in.requested' }, {}],
  ])('is waited for no more when the visitor does something else: %o', async (event, world) => {
    const tab = await visit({ ...byLink });
    await tab.send({ type: 'sign-up.submitted', registration });
    Object.assign(tab.world, world);
    await tab.send(event);
    expect(tab.held.credentials).toBe(0);
    await tab.wait(5_000);
    expect(tab.repeatSignIn.inputs).toHaveLength(0);
  });

  it('is given up by a reload', async () => {
    const tab = await visit({ restored: { ...nobody, interruptedLink: 'a@b.c' } });
    expect(tab.state()).toEqual({ 'signed-out': 'idle' });
    expect(tab.emitted).toEqual(['link.unconfirmed']);
    const inside = await visit({ restored: { ...nobody, user, interruptedLink: 'a@b.c' } });
    expect(inside.emitted).toEqual([]);
  });
});
