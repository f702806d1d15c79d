import type { Verification } from '#machines/auth.types.ts';
import type { authModel } from '#tests/models/machines/auth.ts';
import type { EventCaseName } from '#tests/models/test-model.ts';
import { caseNamesOf, type TestPath } from '#tests/models/test-path.ts';

type CaseName = EventCaseName<typeof authModel>;
type CaseNames = ReadonlySet<string>;

/** Only a pool that verifies by link can cause these. */
const linkCases: CaseNames = new Set<CaseName>([
  'restoreSession answers: a link was waited for',
  'signUp answers: done, with a link',
  'signUp answers: the link was not delivered',
  'signIn answers: the link was not opened',
]);
/** Only a pool that verifies by code can cause these. */
const codeCases: CaseNames = new Set<CaseName>([
  'restoreSession answers: an email waits for its code',
  'restoreSession answers: an email waits for the code that was sent',
  'restoreSession answers: a pending email and a return from the hosted pages',
  'signUp answers: done, with a code',
  'signUp answers: the answer was lost',
  'signUp answers: the code was not delivered',
  'signIn answers: the code was not entered',
  'the verification page is opened',
  'the verification page is opened for another email',
]);
/** After these, the visitor must wait before asking for another code. */
const resendCases: CaseNames = new Set<CaseName>([
  'resendVerificationCode answers: done',
  'resendOtherCode answers: done',
  'resendLink answers: done',
  'resendResetCode answers: done',
]);
const anotherCode: CaseName = 'another code is requested';
const unreachable: CaseName = 'the session can’t be renewed now';
const sessionNotForgotten: CaseName = 'forgetSession fails';
const signOutRequest: CaseName = 'a sign-out is requested';

const challengedByLink: CaseName = 'repeatSignIn answers: a code is asked for, too';
/** The next poll after this signs in. */
const linkOpenedElsewhere: CaseName = 'resendLink answers: it was verified elsewhere';
const answerAccepted: CaseName = 'answerChallenge answers: done';
/** The third of these ends a sign-in. */
const refusedAnswers: CaseNames = new Set<CaseName>([
  'answerChallenge answers: a wrong code',
  'answerChallenge fails',
]);
const linkOpened: CaseName = 'repeatSignIn answers: the link was opened';
/** After these, the store may lack a new customer's record. */
const recordsNotMade: CaseNames = new Set<CaseName>([
  'registerCustomer fails',
  'registrationLimit has passed',
]);

export const hostedSignIn: CaseName = 'completeHostedSignIn answers: done';
const ownSignIns: CaseNames = new Set<CaseName>([
  'signIn answers: done',
  'repeatSignIn answers: the link was opened',
  answerAccepted,
  'another tab signs in',
]);
const restoredSessions: CaseNames = new Set<CaseName>([
  'restoreSession answers: a session',
  'restoreSession answers: a session and a return from the hosted pages',
]);
const ownSignOuts: CaseNames = new Set<CaseName>(['signOut answers: done', 'forgetSession answers: done']);
const hostedSignOuts: CaseNames = new Set<CaseName>([
  'signOut answers: done, from a hosted session',
  'forgetSession answers: done, from a hosted session',
]);

/** The pool verifies either by code or by link for a whole path. */
export const verificationOf = (names: readonly string[]): Verification =>
  names.some((name) => linkCases.has(name)) ? 'link' : 'code';

export const endsHostedSession = (names: readonly string[]): boolean =>
  names.some((name) => hostedSignOuts.has(name));

/**
 * A pool verifies by code or by link for a whole path. A new customer has data only after the first sign-in.
 * Only a session from the hosted pages ends there. The third wrong code ends a sign-in.
 * A page that couldn't clear its session allows only a sign-out.
 */
export const isAuthFeasible = (path: TestPath): boolean => {
  const names = caseNamesOf(path);
  if (names.some((name) => linkCases.has(name)) && names.some((name) => codeCases.has(name))) return false;
  if (names.some((name, index) => recordsNotMade.has(name) && names[index - 1] === linkOpened)) return false;
  const isNewCustomer = names.includes(challengedByLink);
  if (
    isNewCustomer &&
    names.some((name, index) => recordsNotMade.has(name) && names[index - 1] === answerAccepted)
  )
    return false;
  if (names.filter((name) => refusedAnswers.has(name)).length > 2) return false;
  const resent = names.findIndex((name) => resendCases.has(name));
  if (resent >= 0 && names.indexOf(anotherCode, resent) > 0) return false;
  const opened = names.indexOf(linkOpenedElsewhere);
  if (opened >= 0 && opened < names.length - 1) return false;
  if (names.filter((name) => name === unreachable).length > 1) return false;
  const lost = names.indexOf(sessionNotForgotten);
  if (lost >= 0 && names[lost + 1] !== undefined && names[lost + 1] !== signOutRequest) return false;
  return endsWhereItBegan(names);
};

const endsWhereItBegan = (names: readonly string[]): boolean => {
  let isHosted = false;
  for (const name of names) {
    // The path decides where a restored session began.
    if (restoredSessions.has(name)) isHosted = endsHostedSession(names);
    else if (name === hostedSignIn) isHosted = true;
    else if (ownSignIns.has(name)) isHosted = false;
    else if (isHosted ? ownSignOuts.has(name) : hostedSignOuts.has(name)) return false;
  }
  return true;
};
