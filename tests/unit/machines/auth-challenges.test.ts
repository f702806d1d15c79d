import { describe, expect, it } from 'vitest';
import { selectChallenge, selectFailureOf } from '#machines/auth.selectors.ts';
import type { AuthEvent, IdentityFailureName, SignInAnswer, SignInChallenge } from '#machines/auth.types.ts';
import { credentials, refusal, user, visit, type World } from './visit-auth.ts';

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
});
