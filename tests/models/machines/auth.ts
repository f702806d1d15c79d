import { authMachine } from '#machines/account/auth.ts';
import type { ChallengeOutput } from '#machines/account/challenge.types.ts';
import type { HostedOutput } from '#machines/account/hosted.types.ts';
import type { PasskeyOutput } from '#machines/account/passkey.types.ts';
import type { VerificationOutput } from '#machines/account/verification.types.ts';
import {
  challenged,
  challenges,
  code,
  done,
  email,
  nothingRestored,
  otherEmail,
  password,
  refused,
  resetRequired,
  signedIn,
  unconfirmed,
  user,
} from '#tests/account.ts';
import { createTestModel, isIgnored, outcomeOf, partOf } from '#tests/model-testing/test-model.ts';

const whose = (address: string): string => (address === otherEmail ? 'another' : 'hers');
const authenticator = challenged(challenges['authenticator-code']);
const created = { ...done, email, waiting: null } as const;

const byChallenge = {
  done: signedIn,
  'the password was reset': resetRequired,
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
  'the link was opened': signedIn,
  'the link was opened, and a code is required, too': authenticator,
  'the link was opened, and the password was reset': resetRequired,
  'the link was not opened': { outcome: 'given-up' },
} satisfies Readonly<Record<string, VerificationOutput>>;

const byReturn = {
  done: signedIn,
  'an invalid code': refused('not-authorized'),
  'an unreadable response': { outcome: 'refused', failure: { name: 'unknown', message: '' } },
  'no response in time': { outcome: 'unanswered' },
} satisfies Readonly<Record<string, HostedOutput>>;

const byDeparture = {
  'Back returns to this page': { outcome: 'unanswered' },
  'the pages don’t open': { outcome: 'refused', failure: { name: 'unknown', message: '' } },
  'the sign-out doesn’t open': { outcome: 'sign-out-failed' },
} satisfies Readonly<Record<string, HostedOutput>>;

const casesOf = (invocation: string, answers: object): ReadonlySet<string> =>
  new Set(Object.keys(answers).map((name) => `${invocation} answers: ${name}`));
const ofAReturn = casesOf('hosted', byReturn);
const ofALink = casesOf('verification', byLink);
const ofACode = casesOf('verification', byCode);

/** Events that can happen at any time. */
const anytime = new Set([
  'session.ended',
  'session.replaced',
  'session.unreachable',
  'user.changed',
  'failure.dismissed',
]);

const pages = new Set(['verification.opened', 'reset.opened']);

/** Invocations whose failure isn't in the context: the app reports it in another way or ignores it. */
const toldOtherwise = new Set(['restoreSession', 'registerCustomer']);

/** Returns whether an output, or a child machine's output in it, contains a user. */
const namesUser = (answer: unknown): boolean =>
  answer !== undefined && ((partOf(answer, 'user') ?? null) !== null || namesUser(partOf(answer, 'answer')));

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
    'another reset code is sent': { type: 'reset.resent' },
    'the session can’t be renewed now': { type: 'session.unreachable' },
    'the session ends elsewhere': { type: 'session.ended' },
    'the user has another name': { type: 'user.changed', user: { ...user, firstName: 'Grace' } },
    'another tab signs in': { type: 'session.replaced', user },
    'a failed sign-in is dismissed': { type: 'failure.dismissed', step: 'sign-in' },
    'a failed hosted sign-in is dismissed': { type: 'failure.dismissed', step: 'hosted-sign-in' },
  },
  outcomes: {
    restoreSession: {
      'nothing is stored': nothingRestored,
      'a session': { ...nothingRestored, user },
      'an email waits for its code': { ...nothingRestored, pendingVerification: email },
      'an email waits for the code that was sent': {
        ...nothingRestored,
        pendingVerification: email,
        codeSentTo: email,
      },
      'a reset waits for its code': { ...nothingRestored, pendingReset: email },
      'a challenge was open': { ...nothingRestored, challenge: challenges['authenticator-code'] },
      'the wait for a link was interrupted': { ...nothingRestored, interruptedLink: email },
      'a return from the hosted pages': { ...nothingRestored, returnsFromHostedUi: true },
      'a session and a return from the hosted pages': { ...nothingRestored, user, returnsFromHostedUi: true },
      'a pending email and a return from the hosted pages': {
        ...nothingRestored,
        pendingVerification: email,
        returnsFromHostedUi: true,
      },
      'a pending reset and a return from the hosted pages': {
        ...nothingRestored,
        pendingReset: email,
        returnsFromHostedUi: true,
      },
    },
    hosted: { ...byReturn, ...byDeparture },
    signUp: {
      'done, with a code': { ...created, verification: 'code' },
      'done, with a link': { ...created, verification: 'link' },
      'the email is taken': refused('username-exists'),
      'the response was lost': { ...created, verification: 'code', waiting: 'answer-lost' },
      'the code was not delivered': { ...created, verification: 'code', waiting: 'delivery-failed' },
      'the link was not delivered': { ...created, verification: 'link', waiting: 'delivery-failed' },
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
    requestReset: { done: { ...done, email, sentAt: 0 }, 'no such account': refused('user-not-found') },
    reset: { 'a new password is set': undefined },
    registerCustomer: { done: undefined },
    signOut: {
      done: { ...done, hosted: false },
      'done, from a hosted session': { ...done, hosted: true },
      'no response from the service': refused('unavailable'),
    },
  },
  when: (eventCase, before) => {
    const { children, context } = before;
    const { name, event } = eventCase;
    if (event.type === 'code.sent' || event.type === 'code.unsent')
      return (children.verification ?? children.otherVerification) !== undefined;
    if (event.type === 'reset.resent') return children.reset !== undefined;
    if ('invocation' in eventCase && eventCase.invocation === 'hosted')
      return before.matches('loading') === ofAReturn.has(name);
    return context.pendingVerification?.by === 'link' ? !ofACode.has(name) : !ofALink.has(name);
  },
  secrets: [password, code],
  serializeState: (snapshot) => {
    const { user: who, pendingVerification, pendingReset, failure } = snapshot.context;
    const found = snapshot.matches('loading') ? [who !== null, pendingReset !== null] : [];
    const isVerifying =
      snapshot.matches({ guest: 'pending-verification' }) ||
      snapshot.matches({ 'signed-in': { active: 'verifying' } });
    return [
      ...found,
      isVerifying ? [pendingVerification?.email, pendingVerification?.by] : pendingVerification !== null,
      snapshot.matches({ guest: 'pending-reset' }) && pendingReset,
      failure !== null,
      failure?.step === 'sign-out',
    ].join();
  },
  formatSnapshot: ({
    context: { user: who, pendingVerification, codeSentTo, pendingReset, challenge, failure },
  }) => [
    ...(who === null ? [] : ['user']),
    ...(pendingVerification === null
      ? []
      : [
          `verification of ${whose(pendingVerification.email)} by ${pendingVerification.by}${pendingVerification.resends ? ', sent again' : ''}`,
        ]),
    ...(codeSentTo === null ? [] : [`code sent to ${whose(codeSentTo)}`]),
    ...(pendingReset === null ? [] : [`reset of ${whose(pendingReset)}`]),
    ...(challenge === null ? [] : [challenge.name]),
    ...(failure === null ? [] : [`${failure.step} ${failure.name}`]),
  ],
  invariant: {
    'only a session gets the user’s new name': ({ before, eventCase, after }) =>
      eventCase.event.type !== 'user.changed' ||
      after.context.user?.firstName ===
        (before.matches('signed-in') ? 'Grace' : before.context.user?.firstName),
    'a challenge is known exactly while one must be met': ({ after }) =>
      after.matches('loading') ||
      (after.context.challenge !== null) === after.matches({ guest: 'challenged' }),
    'there is a user exactly in a session, or while one that was found may be replaced': ({ after }) =>
      after.matches('loading') || after.matches('signed-in') === (after.context.user !== null),
    'only the service or another tab can begin a session': ({ before, eventCase, after, answer }) =>
      before.matches('signed-in') ||
      !after.matches('signed-in') ||
      before.context.user !== null ||
      namesUser(answer) ||
      eventCase.event.type === 'session.replaced',
    'only its own end or an answered sign-out ends a session': ({ before, eventCase, after, answer }) =>
      !before.matches('signed-in') ||
      after.matches('signed-in') ||
      eventCase.event.type === 'session.ended' ||
      (before.matches({ 'signed-in': 'signing-out' }) && outcomeOf(answer) === 'done'),
    'a sign-out is forced only after one that was not answered': ({ before, begun, started }) =>
      !begun.includes('signOut') ||
      JSON.stringify(started.at(-1)?.input) ===
        JSON.stringify({ isForced: before.context.failure?.step === 'sign-out' }),
    'what is busy takes no second submit': ({ before, eventCase, ...step }) =>
      !before.hasTag('busy') ||
      eventCase.kind !== 'event' ||
      anytime.has(eventCase.event.type) ||
      isIgnored({ before, ...step }),
    'another step of the guest clears the failure': ({ before, eventCase, after, begun }) =>
      eventCase.kind !== 'event' ||
      anytime.has(eventCase.event.type) ||
      !before.matches('guest') ||
      begun.length === 0 ||
      after.context.failure === null,
    'a refusal is kept for its screen': ({ eventCase, after }) =>
      eventCase.kind !== 'failure' ||
      after.context.failure !== null ||
      toldOtherwise.has(eventCase.invocation),
    'what is waited for is known, and its machine runs': ({ after: { children, context, ...after } }) =>
      after.matches({ guest: 'pending-verification' }) === (children.verification !== undefined) &&
      after.matches({ 'signed-in': { active: 'verifying' } }) ===
        (children.otherVerification !== undefined) &&
      after.matches({ guest: 'pending-reset' }) === (children.reset !== undefined) &&
      after.matches({ guest: 'challenged' }) === (children.challenge !== undefined) &&
      after.matches({ guest: 'signed-out' }) === (children.passkey !== undefined) &&
      ((children.verification ?? children.otherVerification) === undefined ||
        context.pendingVerification !== null) &&
      (children.reset === undefined || context.pendingReset !== null),
    'the machine of what is waited for gets that email': ({ after: { context }, begun, started }) =>
      started.slice(started.length - begun.length).every(({ id, input }) => {
        if (id === 'verification')
          return JSON.stringify(input) === JSON.stringify(context.pendingVerification);
        if (id === 'otherVerification')
          return (
            JSON.stringify(input) ===
            JSON.stringify({ email: context.pendingVerification?.email, by: 'code', resends: false })
          );
        return id !== 'reset' || JSON.stringify(input) === JSON.stringify({ email: context.pendingReset });
      }),
    'the page of the awaited email starts nothing over': ({ before, eventCase: { event }, begun }) =>
      !pages.has(event.type) ||
      !('email' in event) ||
      event.email !==
        (event.type === 'reset.opened'
          ? before.matches({ guest: 'pending-reset' }) && before.context.pendingReset
          : (before.children.verification ?? before.children.otherVerification) &&
            before.context.pendingVerification?.email) ||
      begun.length === 0,
    'only the service or this device says that a code was sent': ({ before, eventCase, after, answer }) =>
      after.context.codeSentTo === null ||
      after.context.codeSentTo === before.context.codeSentTo ||
      before.matches({ loading: 'restoring' }) ||
      eventCase.event.type === 'code.sent' ||
      partOf(answer, 'waiting') === null,
    'an email counts as verified only by a code that was accepted': ({ emitted, answer }) =>
      !emitted.some(({ type }) => type === 'email.verified') || outcomeOf(answer) === 'confirmed',
  },
});
