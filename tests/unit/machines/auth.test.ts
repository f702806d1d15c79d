import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { isAuthenticated, selectFailureOf, selectGreetingName } from '#machines/auth.selectors.ts';
import { authMachine } from '#machines/auth.ts';
import type {
  Answer,
  AuthEvent,
  IdentityFailureName,
  Restoration,
  SessionEnd,
  SignInAnswer,
  SignUpAnswer,
  User,
} from '#machines/auth.types.ts';
import { answering, deferred, failing, settle } from './harness.ts';

const user: User = { id: 'u1', email: 'ada@example.com', phone: null, firstName: 'Ada', lastName: null };
const nobody: Restoration = {
  user: null,
  pendingVerification: null,
  pendingReset: null,
  interruptedLink: null,
  returnsFromHostedUi: false,
};
const refused = { outcome: 'refused', failure: { name: 'code-mismatch', message: 'No.' } } as const;
const done = { outcome: 'done' } as const;
const unconfirmed: SignInAnswer = { outcome: 'unconfirmed', email: user.email, verification: 'link' };
const refusal = (name: IdentityFailureName): SignInAnswer => ({
  outcome: 'refused',
  failure: { name, message: '' },
});
const registration = {
  firstName: 'Ada',
  lastName: 'L',
  email: user.email,
  phone: '+15551234567',
  password: 'p',
};
const credentials = { email: user.email, password: 'Secret-1!' };

interface World {
  restored: Restoration;
  signUp: SignUpAnswer;
  signIn: SignInAnswer;
  repeated: () => SignInAnswer | Promise<SignInAnswer>;
  hosted: Answer<{ user: User }> | Promise<Answer<{ user: User }>>;
  departs: () => Promise<void>;
  end: Answer<SessionEnd>;
  forgotten: SessionEnd;
  plain: Answer;
  reset: Answer<{ email: string }>;
  throws: boolean;
  registers: () => Promise<void>;
}

const visit = async (world: Partial<World> = {}) => {
  const w: World = {
    restored: nobody,
    signUp: { outcome: 'done', email: user.email, verification: 'code' },
    signIn: { outcome: 'done', user },
    repeated: () => unconfirmed,
    hosted: { outcome: 'done', user },
    departs: () => new Promise(() => undefined),
    end: { outcome: 'done', hosted: false },
    forgotten: { hosted: false },
    plain: done,
    reset: { outcome: 'done', email: user.email },
    throws: false,
    registers: async () => undefined,
    ...world,
  };
  const or = <T>(value: T) => (w.throws ? failing() : value);
  const signOut = answering<Answer<SessionEnd>>(() => or(w.end));
  const forgetSession = answering<SessionEnd>(() => w.forgotten);
  const repeatSignIn = answering<SignInAnswer>(() => w.repeated());
  const held = { credentials: 0 };
  let elsewhere: (event: AuthEvent) => void = () => undefined;
  const clock = new SimulatedClock();
  const auth = createActor(
    authMachine.provide({
      actors: {
        restoreSession: answering<Restoration>(() => or(w.restored)).logic,
        watchSession: fromCallback<AuthEvent>(({ sendBack }) => {
          elsewhere = sendBack;
        }),
        openHostedSignIn: answering<void>(() => or(w.departs())).logic,
        completeHostedSignIn: answering<Answer<{ user: User }>>(() => or(w.hosted)).logic,
        openHostedSignOut: answering<void>(() => or(w.departs())).logic,
        signUp: answering<SignUpAnswer, typeof registration>(() => or(w.signUp)).logic,
        holdCredentials: fromCallback(() => {
          held.credentials += 1;
          return () => {
            held.credentials -= 1;
          };
        }),
        repeatSignIn: repeatSignIn.logic,
        signIn: answering<SignInAnswer, typeof credentials>(() => or(w.signIn)).logic,
        registerCustomer: answering<void, { user: User }>(() => w.registers()).logic,
        signOut: signOut.logic,
        forgetSession: forgetSession.logic,
        confirmEmail: answering<Answer, { email: string; code: string }>(() => or(w.plain)).logic,
        sendVerificationCode: answering<Answer, { email: string }>(() => or(w.plain)).logic,
        sendResetCode: answering<Answer<{ email: string }>, { email: string }>(() => or(w.reset)).logic,
        resetPassword: answering<Answer, { email: string; code: string; password: string }>(() => or(w.plain))
          .logic,
      },
    }),
    { clock },
  );
  const emitted: string[] = [];
  auth.on('*', ({ type }) => emitted.push(type));
  auth.start();
  await settle();
  return {
    auth,
    clock,
    emitted,
    world: w,
    signOut,
    forgetSession,
    repeatSignIn,
    held,
    elsewhere: (event: AuthEvent) => elsewhere(event),
    state: () => auth.getSnapshot().value,
    context: () => auth.getSnapshot().context,
    wait: async (milliseconds: number) => {
      clock.increment(milliseconds);
      await settle();
    },
    send: async (...events: AuthEvent[]) => {
      for (const event of events) auth.send(event);
      await settle();
    },
  };
};

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
    expect(tab.emitted).toEqual(['verification.required']);
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
    expect(tab.emitted).toEqual(['reset.sent', 'code.sent', 'password.reset']);
  });
});

describe('the session', () => {
  const signedIn = { restored: { ...nobody, user, pendingVerification: 'a@b.c' } };

  it('ends with everything that belonged to it', async () => {
    const tab = await visit(signedIn);
    await tab.send({ type: 'sign-out.requested' });
    expect(tab.state()).toEqual({ 'signed-out': 'idle' });
    expect(tab.context()).toMatchObject({ user: null, pendingVerification: null });
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
    expect(tab.context().user).toEqual(other);
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
    expect(tab.emitted.slice(1)).toEqual(['link.confirmed', 'signed-in']);
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

it('says that a session can’t be renewed now, and keeps it', async () => {
  const tab = await visit({ restored: { ...nobody, user } });
  tab.elsewhere({ type: 'session.unreachable' });
  expect(tab.state()).toEqual({ 'signed-in': 'active' });
  expect(tab.emitted).toEqual(['session.unreachable']);
});
