import { authMachine } from '#machines/auth.ts';
import type { AuthContext, Restoration } from '#machines/auth.types.ts';
import type { ChallengeOutput } from '#machines/challenge.types.ts';
import type { PasskeyOutput } from '#machines/passkey.types.ts';
import type { VerificationOutput } from '#machines/verification.types.ts';
import {
  challenged,
  challenges,
  code,
  done,
  email,
  otherEmail,
  outcomeOf,
  password,
  refused,
  resetRequired,
  signedIn,
  unconfirmed,
  user,
} from '#tests/account.ts';
import { createTestModel } from '#tests/model-testing/test-model.ts';

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
const authenticator = challenged(challenges.SOFTWARE_TOKEN_MFA);
const waiting = { outcome: 'unconfirmed', email } as const;

const byChallenge = {
  done: { outcome: 'answered', answer: signedIn },
  'the password was reset': { outcome: 'answered', answer: resetRequired },
  'the sign-in took too long': { outcome: 'ended', failure: { name: 'not-authorized', message: 'No.' } },
  'the guest left': { outcome: 'canceled' },
} satisfies Readonly<Record<string, ChallengeOutput>>;

const byPasskey = {
  done: signedIn,
  'the account has no passkey': refused('passkey-missing'),
} satisfies Readonly<Record<string, PasskeyOutput>>;

const byCode = {
  'the code was accepted': { outcome: 'confirmed' },
  'it was verified elsewhere': { outcome: 'already-confirmed' },
} satisfies Readonly<Record<string, VerificationOutput>>;

const byLink = {
  'the link was opened': { outcome: 'answered', answer: signedIn },
  'the link was opened, and a code is required, too': { outcome: 'answered', answer: authenticator },
  'the link was opened, and the password was reset': { outcome: 'answered', answer: resetRequired },
  'the link was not opened': { outcome: 'unconfirmed' },
} satisfies Readonly<Record<string, VerificationOutput>>;

const ofALink: ReadonlySet<string> = new Set(
  Object.keys(byLink).map((name) => `verification answers: ${name}`),
);
const ofACode: ReadonlySet<string> = new Set(
  Object.keys(byCode).map((name) => `verification answers: ${name}`),
);

/** Session changes can arrive at any time, and a failure can be dismissed at any time. */
const anytime = new Set(['session.ended', 'session.replaced', 'session.unreachable', 'failure.dismissed']);

const pages = new Set(['verification.opened', 'reset.opened']);

/** These may fail without an on-screen failure: the app reports them in another way, or carries on. */
const toldOtherwise = new Set(['restoreSession', 'registerCustomer', 'openHostedSignOut']);

/** Whether an answer, or the answer that a child passes on, names a user. */
const namesUser = (answer: unknown): boolean => {
  if (typeof answer !== 'object' || answer === null) return false;
  if ('user' in answer) return answer.user !== null;
  return 'answer' in answer && namesUser(answer.answer);
};

const sentCodes = ({ verificationCode, resetCode }: AuthContext) => [verificationCode, resetCode];

export const authModel = createTestModel({
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
    'a sign-out is requested': { type: 'sign-out.requested' },
    'the verification page is opened': { type: 'verification.opened', email },
    'the verification page is opened for another email': { type: 'verification.opened', email: otherEmail },
    'a reset code is requested': { type: 'reset.requested', email },
    'the reset page is opened': { type: 'reset.opened', email },
    'the reset page is opened for another email': { type: 'reset.opened', email: otherEmail },
    'another code is sent': { type: 'code.sent' },
    'another code can’t be sent': { type: 'code.unsent' },
    'the session can’t be renewed now': { type: 'session.unreachable' },
    'the session ends elsewhere': { type: 'session.ended' },
    'another tab signs in': { type: 'session.replaced', user },
    'a failed sign-in is dismissed': { type: 'failure.dismissed', step: 'sign-in' },
    'a failed hosted sign-in is dismissed': { type: 'failure.dismissed', step: 'hosted-sign-in' },
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
      'a challenge was open': { ...nobody, challenge: challenges.SOFTWARE_TOKEN_MFA },
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
    completeHostedSignIn: { done: signedIn, 'a worthless code': refused('not-authorized') },
    openHostedSignIn: { 'Back leads here again': undefined },
    openHostedSignOut: { 'Back leads here again': undefined },
    signUp: {
      'done, with a code': { ...done, email, verification: 'code' },
      'done, with a link': { ...done, email, verification: 'link' },
      'the email is taken': refused('username-exists'),
      'the answer was lost': { ...waiting, verification: 'code', reason: 'answer-lost' },
      'the code was not delivered': { ...waiting, verification: 'code', reason: 'delivery-failed' },
      'the link was not delivered': { ...waiting, verification: 'link', reason: 'delivery-failed' },
    },
    signIn: {
      done: signedIn,
      'the code was not entered': { ...unconfirmed, verification: 'code' },
      'the link was not opened': { ...unconfirmed, verification: 'link' },
      'a wrong password': refused('not-authorized'),
      'the password was reset': resetRequired,
      'a code is required': authenticator,
    },
    challenge: byChallenge,
    passkey: byPasskey,
    verification: { ...byCode, ...byLink },
    otherVerification: byCode,
    requestReset: { done: { ...done, email }, 'nobody by this email': refused('user-not-found') },
    reset: { 'a new password is set': undefined },
    registerCustomer: { done: undefined },
    signOut: {
      done: { ...done, hosted: false },
      'done, from a hosted session': { ...done, hosted: true },
      'no answer from the service': refused('unavailable'),
    },
  },
  when: ({ name, event }, { children, context: { verificationStart } }) => {
    if (event.type === 'code.sent')
      return (children.verification ?? children.otherVerification ?? children.reset) !== undefined;
    // A failed delivery shows only on the reset's own screen.
    if (event.type === 'code.unsent')
      return (children.verification ?? children.otherVerification) !== undefined;
    return verificationStart.by === 'link' ? !ofACode.has(name) : !ofALink.has(name);
  },
  secrets: [password, code],
  serializeState: (snapshot) => {
    const { user: who, pendingVerification, pendingReset, verificationStart, failure } = snapshot.context;
    const found = snapshot.matches('loading') ? [who !== null, pendingReset !== null] : [];
    const isVerifying =
      snapshot.matches('pending-verification') || snapshot.matches({ 'signed-in': { active: 'verifying' } });
    return [
      ...found,
      isVerifying ? [pendingVerification, verificationStart.by] : pendingVerification !== null,
      snapshot.matches('pending-reset') && pendingReset,
      failure !== null,
      failure?.step === 'sign-out',
    ].join();
  },
  formatSnapshot: ({
    context: {
      user: who,
      pendingVerification,
      verificationStart,
      verificationCode,
      pendingReset,
      resetCode,
      challenge,
      answer,
      failure,
    },
  }) => [
    ...(who === null ? [] : ['user']),
    ...(pendingVerification === null
      ? []
      : [
          `verification of ${whose(pendingVerification)} by ${verificationStart.by}${verificationStart.resends ? ', sent again' : ''}`,
        ]),
    ...(verificationCode === null ? [] : [`code sent to ${whose(verificationCode.to)}`]),
    ...(pendingReset === null ? [] : [`reset of ${whose(pendingReset)}`]),
    ...(resetCode === null ? [] : [`reset code sent to ${whose(resetCode.to)}`]),
    ...(challenge === null ? [] : [challenge.name]),
    ...(answer === null ? [] : [answer.outcome]),
    ...(failure === null ? [] : [`${failure.step} ${failure.name}`]),
  ],
  invariant: {
    'a challenge is known exactly while one must be met': ({ after }) =>
      after.matches('loading') ||
      (after.context.challenge !== null) === after.matches({ 'signed-out': 'challenged' }),
    'an answer to a sign-in is kept only until it decides': ({ after }) => after.context.answer === null,
    'there is a user exactly in a session, or while one that was found may be replaced': ({ after }) =>
      after.matches('loading') || after.matches('signed-in') === (after.context.user !== null),
    'a session begins only where the identity service or another tab vouches for it': ({
      before,
      eventCase,
      after,
      answer,
    }) =>
      before.matches('signed-in') ||
      !after.matches('signed-in') ||
      before.context.user !== null ||
      namesUser(answer) ||
      eventCase.event.type === 'session.replaced',
    'a session ends only by its own end or by a sign-out that was answered': ({
      before,
      eventCase,
      after,
      answer,
    }) =>
      !before.matches('signed-in') ||
      after.matches('signed-in') ||
      eventCase.event.type === 'session.ended' ||
      (before.matches({ 'signed-in': 'signing-out' }) && outcomeOf(answer) === 'done'),
    'a sign-out is forced only after one that was not answered': ({ before, begun, started }) =>
      !begun.includes('signOut') ||
      JSON.stringify(started.at(-1)?.input) ===
        JSON.stringify({ isForced: before.context.failure?.step === 'sign-out' }),
    'what is busy takes no second submit': ({ before, eventCase, after, emitted }) =>
      !before.hasTag('busy') ||
      eventCase.kind !== 'event' ||
      anytime.has(eventCase.event.type) ||
      (emitted.length === 0 &&
        after.context === before.context &&
        JSON.stringify(after.value) === JSON.stringify(before.value)),
    'another step of the guest clears the failure': ({ before, eventCase, after, begun }) =>
      eventCase.kind !== 'event' ||
      anytime.has(eventCase.event.type) ||
      !(
        before.matches('signed-out') ||
        before.matches('pending-verification') ||
        before.matches('pending-reset')
      ) ||
      begun.length === 0 ||
      after.context.failure === null,
    'a refusal is kept for its screen': ({ eventCase, after }) =>
      eventCase.kind !== 'failure' ||
      after.context.failure !== null ||
      toldOtherwise.has(eventCase.invocation),
    'what is waited for is known, and its machine runs': ({ after: { children, context, ...after } }) =>
      after.matches('pending-verification') === (children.verification !== undefined) &&
      after.matches({ 'signed-in': { active: 'verifying' } }) ===
        (children.otherVerification !== undefined) &&
      after.matches('pending-reset') === (children.reset !== undefined) &&
      after.matches({ 'signed-out': 'challenged' }) === (children.challenge !== undefined) &&
      after.matches({ 'signed-out': 'idle' }) === (children.passkey !== undefined) &&
      ((children.verification ?? children.otherVerification) === undefined ||
        context.pendingVerification !== null) &&
      (children.reset === undefined || context.pendingReset !== null),
    'the machine of what is waited for gets that email': ({ after: { context }, begun, started }) =>
      started.slice(started.length - begun.length).every(({ id, input }) => {
        if (id === 'verification')
          return (
            JSON.stringify(input) ===
            JSON.stringify({ email: context.pendingVerification, ...context.verificationStart })
          );
        if (id === 'otherVerification')
          return (
            JSON.stringify(input) ===
            JSON.stringify({ email: context.pendingVerification, by: 'code', resends: false })
          );
        return id !== 'reset' || JSON.stringify(input) === JSON.stringify({ email: context.pendingReset });
      }),
    'the page of the email that is waited for starts nothing over': ({
      before,
      eventCase: { event },
      begun,
    }) =>
      !pages.has(event.type) ||
      !('email' in event) ||
      event.email !==
        (event.type === 'reset.opened'
          ? before.matches('pending-reset') && before.context.pendingReset
          : (before.children.verification ?? before.children.otherVerification) &&
            before.context.pendingVerification) ||
      begun.length === 0,
    'a code counts as sent only where the service said so, or this device had kept that': ({
      before,
      eventCase,
      after,
      answer,
    }) => {
      const isNew = sentCodes(after.context).some(
        (sent, index) => sent !== null && sent !== sentCodes(before.context)[index],
      );
      return (
        !isNew ||
        before.matches({ loading: 'restoring' }) ||
        eventCase.event.type === 'code.sent' ||
        (eventCase.kind === 'answer' && eventCase.invocation === 'signUp' && outcomeOf(answer) === 'done')
      );
    },
    'an email counts as verified only by a code that was accepted': ({ emitted, answer }) =>
      !emitted.some(({ type }) => type === 'email.verified') || outcomeOf(answer) === 'confirmed',
  },
});
