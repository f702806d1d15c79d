import { authMachine } from '#machines/auth.ts';
import type { IdentityFailureName, Restoration, SignInChallenge, User } from '#machines/auth.types.ts';
import { defineTestModel } from '../test-model.ts';

const email = 'ada@example.com';
const otherEmail = 'augusta@example.com';
const password = 'Analytical-1843!';
const code = '918273';
const user: User = { id: 'u1', email, phone: '+15551234567', firstName: 'Ada', lastName: 'Lovelace' };
const nobody: Restoration = {
  user: null,
  pendingVerification: null,
  pendingReset: null,
  challenge: null,
  codeSentTo: null,
  interruptedLink: null,
  returnsFromHostedUi: false,
};
const whose = (address: string): string => (address === otherEmail ? 'another' : 'hers');
const done = { outcome: 'done' } as const;
const secret = 'JBSWY3DPEHPK3PXP';
const challenged = (challenge: SignInChallenge) => ({ outcome: 'challenged', challenge }) as const;
const authenticator = challenged({ name: 'SOFTWARE_TOKEN_MFA', email });
const refused = (name: IdentityFailureName) =>
  ({ outcome: 'refused', failure: { name, message: 'No.' } }) as const;

const waiting = { outcome: 'unconfirmed', email } as const;
const resetRequired = { outcome: 'reset-required', email, message: 'No.' } as const;
const elsewhere = { 'it was verified elsewhere': refused('already-confirmed') };
const unconfirmed = { outcome: 'unconfirmed', email, message: 'No.' } as const;

const news = new Set(['session.ended', 'session.replaced', 'session.unreachable']);

const cancellation = 'challenge.cancelled';

const waitingStates: Readonly<Record<SignInChallenge['name'], string>> = {
  SOFTWARE_TOKEN_MFA: 'authenticator-code',
  SMS_MFA: 'text-message-code',
  EMAIL_OTP: 'email-code',
  SELECT_MFA_TYPE: 'factor-choice',
  MFA_SETUP: 'authenticator-setup',
  NEW_PASSWORD_REQUIRED: 'new-password',
};

/** These may fail without an on-screen failure: the app reports them in another way, or carries on. */
const toldOtherwise = new Set(['restoreSession', 'registerCustomer', 'openHostedSignOut', 'repeatSignIn']);

export const authModel = defineTestModel({
  name: 'auth',
  machine: authMachine,
  starts: { 'the app is opened': undefined },
  events: {
    'a registration is submitted': {
      type: 'sign-up.submitted',
      registration: { firstName: 'Ada', lastName: 'Lovelace', email, phone: '+15551234567', password },
    },
    'a sign-in is submitted': { type: 'sign-in.submitted', credentials: { email, password } },
    'the hosted sign-in is requested': { type: 'hosted-sign-in.requested' },
    'a challenge is answered with a code': { type: 'challenge.answered', answer: { code } },
    'a second factor is chosen': { type: 'challenge.answered', answer: { factor: 'EMAIL_OTP' } },
    'a challenge is answered with a password': {
      type: 'challenge.answered',
      answer: { password, attributes: {} },
    },
    'a challenge is left': { type: cancellation },
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
    'the session can’t be renewed now': { type: 'session.unreachable' },
    'the session ends elsewhere': { type: 'session.ended' },
    'another tab signs in': { type: 'session.replaced', user },
    'a failed sign-in is dismissed': { type: 'failure.dismissed', step: 'sign-in' },
    'a failed hosted sign-in is dismissed': { type: 'failure.dismissed', step: 'hosted-sign-in' },
    'a failed verification is dismissed': { type: 'failure.dismissed', step: 'verify-email' },
  },
  outcomes: {
    restoreSession: {
      'nothing is left': nobody,
      'a session': { ...nobody, user },
      'an email waits for its code': { ...nobody, pendingVerification: email },
      'an email waits for the code that was sent': {
        ...nobody,
        pendingVerification: email,
        codeSentTo: email,
      },
      'a reset waits for its code': { ...nobody, pendingReset: email },
      'a challenge was open': { ...nobody, challenge: { name: 'SOFTWARE_TOKEN_MFA', email } },
      'a link was waited for': { ...nobody, interruptedLink: email },
      'a return from the hosted pages': { ...nobody, returnsFromHostedUi: true },
      'a session and a return from the hosted pages': { ...nobody, user, returnsFromHostedUi: true },
      'a pending email and a return from the hosted pages': {
        ...nobody,
        pendingVerification: email,
        returnsFromHostedUi: true,
      },
      'a pending reset and a return from the hosted pages': {
        ...nobody,
        pendingReset: email,
        returnsFromHostedUi: true,
      },
    },
    completeHostedSignIn: { done: { ...done, user }, 'a worthless code': refused('not-authorized') },
    openHostedSignIn: { 'Back leads here again': undefined },
    openHostedSignOut: { 'Back leads here again': undefined },
    repeatSignIn: {
      'the link was opened': { ...done, user },
      'the link was not opened yet': { ...unconfirmed, verification: 'link' },
      'a code is asked for, too': authenticator,
      'the service is away': refused('unavailable'),
      'the password is no longer right': refused('not-authorized'),
      'the password was reset': resetRequired,
    },
    resendLink: { done: done, 'too many links': refused('limit-exceeded'), ...elsewhere },
    signUp: {
      'done, with a code': { ...done, email, verification: 'code' },
      'done, with a link': { ...done, email, verification: 'link' },
      'the email is taken': refused('username-exists'),
      'the answer was lost': { ...waiting, verification: 'code', reason: 'answer-lost' },
      'the code was not delivered': { ...waiting, verification: 'code', reason: 'delivery-failed' },
      'the link was not delivered': { ...waiting, verification: 'link', reason: 'delivery-failed' },
    },
    signIn: {
      done: { ...done, user },
      'the code was not entered': { ...unconfirmed, verification: 'code' },
      'the link was not opened': { ...unconfirmed, verification: 'link' },
      'a wrong password': refused('not-authorized'),
      'the password was reset': resetRequired,
      'an authenticator’s code is asked for': authenticator,
      'a text message’s code is asked for': challenged({ name: 'SMS_MFA', email, destination: '+*4567' }),
      'an email’s code is asked for': challenged({ name: 'EMAIL_OTP', email, destination: 'a***' }),
      'a choice is asked for': challenged({
        name: 'SELECT_MFA_TYPE',
        email,
        factors: ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'],
      }),
      'an authenticator is to be set up': challenged({ name: 'MFA_SETUP', email, secret }),
      'a new password is asked for': challenged({
        name: 'NEW_PASSWORD_REQUIRED',
        email,
        missingAttributes: [],
      }),
    },
    answerChallenge: {
      done: { ...done, user },
      'an email’s code is asked for': challenged({ name: 'EMAIL_OTP', email, destination: 'a***' }),
      'a wrong code': refused('code-mismatch'),
      'a password too weak': refused('password-invalid'),
      'the password was reset': resetRequired,
      'the sign-in took too long': refused('not-authorized'),
      'a challenge without a screen': refused('challenge-unsupported'),
    },
    registerCustomer: { done: undefined },
    requestReset: { done: { ...done, email }, 'nobody by this email': refused('user-not-found') },
    confirmEmail: { done: done, 'a wrong code': refused('code-mismatch'), ...elsewhere },
    resendVerificationCode: { done: done, 'too many codes': refused('limit-exceeded'), ...elsewhere },
    resetPassword: { done: done, 'an expired code': refused('code-expired') },
    resendResetCode: { done: { ...done, email }, 'too many codes': refused('limit-exceeded') },
    confirmOtherEmail: { done: done, 'a wrong code': refused('code-mismatch'), ...elsewhere },
    resendOtherCode: { done: done, 'too many codes': refused('limit-exceeded'), ...elsewhere },
    signOut: {
      done: { ...done, hosted: false },
      'done, from a hosted session': { ...done, hosted: true },
      'no answer from the service': refused('unavailable'),
    },
    forgetSession: { done: { hosted: false }, 'done, from a hosted session': { hosted: true } },
  },
  serializeContext: (snapshot) => {
    const { user: who, pendingVerification, pendingReset, challenge, failure } = snapshot.context;
    const found = snapshot.matches('loading') ? [who !== null, pendingReset !== null] : [];
    return [
      ...found,
      pendingVerification !== null,
      failure !== null,
      failure?.step === 'sign-out',
      challenge?.name,
    ].join();
  },
  describeContext: ({
    children,
    context: { user: who, pendingVerification, verificationCode, pendingReset, challenge, failure },
  }) => [
    ...(who === null ? [] : ['user']),
    ...(pendingVerification === null ? [] : [`verification of ${whose(pendingVerification)}`]),
    ...(verificationCode === null ? [] : [`code sent to ${whose(verificationCode.to)}`]),
    ...(pendingReset === null ? [] : [`reset of ${whose(pendingReset)}`]),
    ...(challenge === null ? [] : [challenge.name]),
    ...(failure === null ? [] : [`${failure.step} ${failure.name}`]),
    ...Object.keys(children).filter((id) => id.startsWith('hold')),
  ],
  invariants: {
    'no password and no code stays in the context': ({ after }) => {
      const context = JSON.stringify(after.context);
      return !context.includes(password) && !context.includes(code);
    },
    'a challenge is known exactly while one is to be met, and waits at its own screen': ({ after }) => {
      const { challenge } = after.context;
      if (challenge === null) return !after.matches({ 'signed-out': 'challenged' });
      if (after.matches('loading')) return true;
      return (
        after.matches({ 'signed-out': { challenged: 'responding' } }) ||
        JSON.stringify(after.value) ===
          JSON.stringify({ 'signed-out': { challenged: { waiting: waitingStates[challenge.name] } } })
      );
    },
    'there is a user exactly in a session, or while one that was found may be replaced': ({ after }) =>
      after.matches('loading') || after.matches('signed-in') === (after.context.user !== null),
    'a session begins only where the identity service or another tab vouches for it': ({
      before,
      eventCase,
      after,
      answer,
    }) => {
      if (before.matches('signed-in') || !after.matches('signed-in')) return true;
      if (before.context.user !== null) return true;
      const isVouchedFor =
        typeof answer === 'object' && answer !== null && 'user' in answer && answer.user !== null;
      return isVouchedFor || eventCase.event.type === 'session.replaced';
    },
    'a session ends only by its own end or by a sign-out that was answered': ({ before, eventCase, after }) =>
      !before.matches('signed-in') ||
      after.matches('signed-in') ||
      eventCase.event.type === 'session.ended' ||
      eventCase.kind === 'answer',
    'what is busy takes no second submit': ({ before, eventCase, after, emitted }) =>
      !before.hasTag('busy') ||
      eventCase.kind !== 'event' ||
      news.has(eventCase.event.type) ||
      eventCase.event.type === cancellation ||
      (emitted.length === 0 &&
        after.context === before.context &&
        JSON.stringify(after.value) === JSON.stringify(before.value)),
    'a refusal is kept for its screen, and what is waited for is known': ({ eventCase, after }) =>
      (!after.matches('pending-verification') || after.context.pendingVerification !== null) &&
      (!after.matches('pending-reset') || after.context.pendingReset !== null) &&
      (eventCase.kind !== 'failure' ||
        after.context.failure !== null ||
        toldOtherwise.has(eventCase.invocation)),
    'a code counts as sent only where the service said so, or this device had kept that': ({
      before,
      eventCase,
      after,
      answer,
    }) =>
      after.context.verificationCode === null ||
      after.context.verificationCode === before.context.verificationCode ||
      before.matches({ loading: 'restoring' }) ||
      (eventCase.kind === 'answer' &&
        typeof answer === 'object' &&
        answer !== null &&
        'outcome' in answer &&
        answer.outcome === 'done'),
    'an email counts as verified only by a code that was accepted': ({ before, eventCase, emitted }) =>
      !emitted.some(({ type }) => type === 'email.verified') ||
      (eventCase.kind === 'answer' &&
        (before.matches({ 'pending-verification': 'confirming' }) ||
          before.matches({ 'signed-in': 'confirming' }))),
  },
});
