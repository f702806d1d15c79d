import { describe, expect, it } from 'vitest';
import { selectChallenge, selectFailureOf } from '#machines/auth.selectors.ts';
import type { AuthEvent, IdentityFailureName, SignInAnswer, SignInChallenge } from '#machines/auth.types.ts';
import { deferred, settle } from './harness.ts';
import { credentials, refusal, registration, unconfirmed, user, visit, type World } from './visit-auth.ts';

const { email } = user;
const app: SignInChallenge = { name: 'SOFTWARE_TOKEN_MFA', email };
const mail: SignInChallenge = { name: 'EMAIL_OTP', email, destination: 'a***@e***' };
const choice: SignInChallenge = { name: 'SELECT_MFA_TYPE', email, factors: ['SMS_MFA', 'EMAIL_OTP'] };
const setup: SignInChallenge = { name: 'MFA_SETUP', email, secret: 'JBSWY3DPEHPK3PXP' };
const challenged = (challenge: SignInChallenge): SignInAnswer => ({ outcome: 'challenged', challenge });
const answer: AuthEvent = { type: 'challenge.answered', answer: { code: '123456' } };
const waiting = (state: string) => ({ 'signed-out': { challenged: { waiting: state } } });

/** A visitor whose password was right, and who is asked for more. */
const challengedBy = async (challenge: SignInChallenge, world: Partial<World> = {}) => {
  const tab = await visit({ signIn: challenged(challenge), ...world });
  await tab.send({ type: 'sign-in.submitted', credentials });
  return tab;
};

describe('a sign-in that meets a challenge', () => {
  it.each<[SignInChallenge, string]>([
    [app, 'authenticator-code'],
    [{ name: 'SMS_MFA', email, destination: '' }, 'text-message-code'],
    [mail, 'email-code'],
    [choice, 'factor-choice'],
    [setup, 'authenticator-setup'],
    [{ name: 'NEW_PASSWORD_REQUIRED', email, missingAttributes: [] }, 'new-password'],
  ])('waits for the answer to $name, and a right one lets in', async (challenge, state) => {
    const tab = await challengedBy(challenge);
    expect(tab.state()).toEqual(waiting(state));
    expect(selectChallenge(tab.auth.getSnapshot())).toEqual(challenge);
    expect(tab.held.challenges).toBe(1);
    await tab.send(answer);
    expect(tab.state()).toEqual({ 'signed-in': 'active' });
    expect(tab.answerChallenge.inputs).toEqual([{ code: '123456' }]);
    expect(tab.context().challenge).toBeNull();
    expect(tab.held.challenges).toBe(0);
    expect(tab.emitted).toEqual(['challenge.required', 'signed-in']);
  });

  it('goes on to the next challenge, and tells nobody to go elsewhere', async () => {
    const tab = await challengedBy(choice, { answered: challenged(mail) });
    await tab.send({ type: 'challenge.answered', answer: { factor: 'EMAIL_OTP' } });
    expect(tab.state()).toEqual(waiting('email-code'));
    expect(tab.emitted).toEqual(['challenge.required']);
    expect(tab.held.challenges).toBe(1);
  });

  it.each<IdentityFailureName>([
    'code-mismatch',
    'code-expired',
    'field-empty',
    'limit-exceeded',
    'password-invalid',
    'unavailable',
    'unknown',
  ])('waits for another answer after one was refused as %s', async (name) => {
    const tab = await challengedBy(app, { answered: refusal(name) });
    await tab.send(answer);
    expect(tab.state()).toEqual(waiting('authenticator-code'));
    expect(selectFailureOf('challenge')(tab.auth.getSnapshot())).toMatchObject({ name });
    tab.world.answered = { outcome: 'done', user };
    await tab.send(answer);
    expect(tab.state()).toEqual({ 'signed-in': 'active' });
    expect(tab.context().failure).toBeNull();
  });

  it('waits for another answer when something broke', async () => {
    const tab = await challengedBy(app);
    tab.world.throws = true;
    await tab.send(answer);
    expect(tab.state()).toEqual(waiting('authenticator-code'));
    expect(tab.context().failure).toMatchObject({ step: 'challenge', name: 'unknown' });
  });

  it.each<IdentityFailureName>(['not-authorized', 'challenge-unsupported'])(
    'begins again when it is over: %s',
    async (name) => {
      const tab = await challengedBy(setup, { answered: refusal(name) });
      await tab.send(answer);
      expect(tab.state()).toEqual({ 'signed-out': 'idle' });
      expect(tab.emitted).toEqual(['challenge.required', 'challenge.ended']);
      expect(tab.context()).toMatchObject({ challenge: null, failure: null });
      expect(tab.held.challenges).toBe(0);
    },
  );

  it('is given up when its page is left, even while an answer is under way', async () => {
    const tab = await challengedBy(app, { answered: refusal('code-mismatch') });
    await tab.send(answer, { type: 'challenge.cancelled' });
    expect(tab.state()).toEqual({ 'signed-out': 'idle' });
    await settle();
    expect(tab.context()).toMatchObject({ user: null, challenge: null, failure: null });
    expect(tab.held.challenges).toBe(0);
  });

  it.each<[AuthEvent, unknown]>([
    [{ type: 'sign-in.submitted', credentials }, { 'signed-out': 'signing-in' }],
    [{ type: 'sign-up.submitted', registration }, { 'signed-out': 'signing-up' }],
    [{ type: 'reset.requested', email }, { 'signed-out': 'requesting-reset' }],
    [{ type: 'verification.opened', email }, { 'pending-verification': 'waiting' }],
    [{ type: 'session.replaced', user }, { 'signed-in': 'active' }],
  ])('gives way to $type', async (event, state) => {
    const tab = await challengedBy(app);
    tab.auth.send(event);
    expect(tab.state()).toEqual(state);
    expect(tab.context().challenge).toBeNull();
    expect(tab.held.challenges).toBe(0);
  });

  it('takes no second answer while one is under way', async () => {
    const tab = await challengedBy(app);
    await tab.send(answer, answer, { type: 'sign-in.submitted', credentials });
    expect(tab.answerChallenge.inputs).toHaveLength(1);
    expect(tab.state()).toEqual({ 'signed-in': 'active' });
  });
});

describe('a link that was opened', () => {
  it('leads to a challenge where the pool asks for one', async () => {
    const opened = deferred<SignInAnswer>();
    const tab = await visit({
      signUp: { outcome: 'done', email, verification: 'link' },
      repeated: () => opened.promise,
    });
    await tab.send({ type: 'sign-up.submitted', registration });
    await tab.wait(5_000);
    opened.resolve(challenged(app));
    await settle();
    expect(tab.state()).toEqual(waiting('authenticator-code'));
    expect(tab.context().pendingVerification).toBeNull();
    expect(tab.held).toEqual({ credentials: 0, challenges: 1 });
    expect(tab.emitted).toEqual(['account.created', 'challenge.required', 'link.confirmed']);
  });

  it('and a sign-in before it leads to the link, not to a challenge', async () => {
    const tab = await visit({ signIn: unconfirmed });
    await tab.send({ type: 'sign-in.submitted', credentials });
    expect(tab.context().challenge).toBeNull();
    expect(tab.emitted).toEqual(['verification.required', 'code.sent']);
  });
});
