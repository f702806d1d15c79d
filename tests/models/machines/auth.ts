import { authMachine } from '#machines/auth.ts';
import type { IdentityFailureName, User } from '#machines/auth.types.ts';
import { modelOf } from '../model.ts';

const email = 'ada@example.com';
const otherEmail = 'augusta@example.com';
const password = 'Analytical-1843!';
const code = '918273';
const user: User = { id: 'u1', email, phone: '+15551234567', firstName: 'Ada', lastName: 'Lovelace' };
const nobody = { user: null, pendingVerification: null, pendingReset: null };
const whose = (address: string): string => (address === otherEmail ? 'another' : 'hers');
const done = { outcome: 'done' } as const;
const refused = (name: IdentityFailureName) =>
  ({ outcome: 'refused', failure: { name, message: 'No.' } }) as const;

/** What reaches a tab from outside of it, whatever it is doing. */
const news = new Set(['session.ended', 'session.replaced']);

export const authModel = modelOf<typeof authMachine>({
  name: 'auth',
  machine: authMachine,
  starts: { 'the app is opened': undefined },
  events: {
    'a registration is submitted': {
      type: 'sign-up.submitted',
      registration: { firstName: 'Ada', lastName: 'Lovelace', email, phone: '+15551234567', password },
    },
    'a sign-in is submitted': { type: 'sign-in.submitted', credentials: { email, password } },
    'a sign-out is requested': { type: 'sign-out.requested' },
    'the verification page is opened': { type: 'verification.opened', email },
    'the verification page is opened for another email': {
      type: 'verification.opened',
      email: otherEmail,
    },
    'the reset page is opened for another email': { type: 'reset.opened', email: otherEmail },
    'a verification code is submitted': { type: 'code.submitted', code },
    'another code is requested': { type: 'code.requested' },
    'a reset code is requested': { type: 'reset.requested', email },
    'the reset page is opened': { type: 'reset.opened', email },
    'a new password is submitted': { type: 'reset.submitted', code, password },
    'the session ends elsewhere': { type: 'session.ended' },
    'another tab signs in': { type: 'session.replaced', user },
    'a failure is dismissed': { type: 'failure.dismissed' },
  },
  outcomes: {
    restoreSession: {
      'nothing is left': nobody,
      'a session': { ...nobody, user },
      'an email waits for its code': { ...nobody, pendingVerification: email },
      'a reset waits for its code': { ...nobody, pendingReset: email },
    },
    signUp: { done: { ...done, email }, 'the email is taken': refused('username-exists') },
    signIn: {
      done: { ...done, user },
      'the email is not verified': { outcome: 'unconfirmed', email },
      'a wrong password': refused('not-authorized'),
    },
    registerCustomer: { done: undefined },
    requestReset: { done: { ...done, email }, 'nobody by this email': refused('user-not-found') },
    confirmEmail: { done: done, 'a wrong code': refused('code-mismatch') },
    resendVerificationCode: { done: done, 'too many codes': refused('limit-exceeded') },
    resetPassword: { done: done, 'an expired code': refused('code-expired') },
    resendResetCode: { done: { ...done, email }, 'too many codes': refused('limit-exceeded') },
    confirmOtherEmail: { done: done, 'a wrong code': refused('code-mismatch') },
    resendOtherCode: { done: done, 'too many codes': refused('limit-exceeded') },
    signOut: { done: done, 'no answer from the service': refused('unavailable') },
    forgetSession: { done: undefined },
  },
  forks: ({ context: { pendingVerification, failure } }) =>
    [pendingVerification !== null, failure !== null, failure?.step === 'sign-out'].join(),
  facts: ({ context: { user: who, pendingVerification, pendingReset, failure } }) => [
    ...(who === null ? [] : ['user']),
    ...(pendingVerification === null ? [] : [`verification of ${whose(pendingVerification)}`]),
    ...(pendingReset === null ? [] : [`reset of ${whose(pendingReset)}`]),
    ...(failure === null ? [] : [`${failure.step} ${failure.name}`]),
  ],
  promises: {
    'no password and no code stays in the context': ({ after }) => {
      const context = JSON.stringify(after.context);
      return !context.includes(password) && !context.includes(code);
    },
    'there is a user exactly in a session': ({ after }) =>
      after.matches('signed-in') === (after.context.user !== null),
    'a session begins only where the identity service or another tab vouches for it': ({
      before,
      stimulus,
      after,
      answer,
    }) => {
      if (before.matches('signed-in') || !after.matches('signed-in')) return true;
      const isVouchedFor =
        typeof answer === 'object' && answer !== null && 'user' in answer && answer.user !== null;
      return isVouchedFor || stimulus.event.type === 'session.replaced';
    },
    'a session ends only by its own end or by a sign-out that was answered': ({ before, stimulus, after }) =>
      !before.matches('signed-in') ||
      after.matches('signed-in') ||
      stimulus.event.type === 'session.ended' ||
      stimulus.kind === 'answer',
    'what is busy takes no second submit': ({ before, stimulus, after, emitted }) =>
      !before.hasTag('busy') ||
      stimulus.kind !== 'event' ||
      news.has(stimulus.event.type) ||
      (emitted.length === 0 &&
        after.context === before.context &&
        JSON.stringify(after.value) === JSON.stringify(before.value)),
    'a refusal is kept for its screen, and what is waited for is known': ({ stimulus, after }) =>
      (!after.matches('pending-verification') || after.context.pendingVerification !== null) &&
      (!after.matches('pending-reset') || after.context.pendingReset !== null) &&
      (stimulus.kind !== 'failure' ||
        after.context.failure !== null ||
        stimulus.invocation === 'restoreSession' ||
        stimulus.invocation === 'registerCustomer'),
    'an email counts as verified only by a code that was accepted': ({ before, stimulus, emitted }) =>
      !emitted.some(({ type }) => type === 'email.verified') ||
      (stimulus.kind === 'answer' &&
        (before.matches({ 'pending-verification': 'confirming' }) ||
          before.matches({ 'signed-in': 'confirming' }))),
  },
});
