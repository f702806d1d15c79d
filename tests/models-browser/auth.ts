import type { Verification } from '#machines/account/auth.types.ts';
import { caseNamesOf, type EventCaseName, type TestPath } from '#tests/model-testing/test-model.ts';
import { authModel } from '#tests/models/machines/auth.ts';
import { openApp, setTestData } from './auth.actions.ts';
import { authEmittedEventAssertions, authStateAssertions } from './auth.assertions.ts';
import { authExecutors, authExemptions } from './auth.executors.ts';
import type { ScreenSut } from './driver.ts';

type CaseName = EventCaseName<typeof authModel>;
type CaseNames = ReadonlySet<string>;

/** Event cases that need a pool that verifies by link. */
const linkCases: CaseNames = new Set<CaseName>([
  'restoreSession answers: the wait for a link was interrupted',
  'signUp answers: done, with a link',
  'signUp answers: the link was not delivered',
  'signIn answers: the link was not opened',
]);
/** Event cases that need a pool that verifies by code. */
const codeCases: CaseNames = new Set<CaseName>([
  'restoreSession answers: an email waits for its code',
  'restoreSession answers: an email waits for the code that was sent',
  'restoreSession answers: a pending email and a return from the hosted pages',
  'signUp answers: done, with a code',
  'signUp answers: the response was lost',
  'signUp answers: the code was not delivered',
  'signIn answers: the code was not entered',
  'the verification page is opened',
  'the verification page is opened for another email',
]);
/** Event cases in which a code was requested. */
const codeRequests: CaseNames = new Set<CaseName>(['another code is sent', 'another code can’t be sent']);
const codeSent: CaseName = 'another code is sent';
const resetResent: CaseName = 'another reset code is sent';
/** Event cases after which the app is already sending another code or link. */
const earlySignIns: CaseNames = new Set<CaseName>([
  'signIn answers: the code was not entered',
  'signIn answers: the link was not opened',
]);
const byCode: CaseNames = new Set<CaseName>([
  'verification answers: the code was accepted',
  'verification answers: it was verified elsewhere',
]);
const unreachable: CaseName = 'the session can’t be renewed now';

const challengedByLink: CaseName = 'verification answers: the link was opened, and a code is required, too';
const answerAccepted: CaseName = 'challenge answers: done';
const linkOpened: CaseName = 'verification answers: the link was opened';
/** Event cases after which the store can lack a new customer's record. */
const recordsNotMade: CaseNames = new Set<CaseName>([
  'registerCustomer fails',
  'registrationLimit has passed',
]);

const hostedSignIn: CaseName = 'hosted answers: done';
const ownSignIns: CaseNames = new Set<CaseName>([
  'signIn answers: done',
  linkOpened,
  'passkey answers: done',
  answerAccepted,
  'another tab signs in',
]);
const restoredSessions: CaseNames = new Set<CaseName>([
  'restoreSession answers: a session',
  'restoreSession answers: a session and a return from the hosted pages',
]);
/** For each failure to leave the app, the event case that makes the browser leave. */
const departures: ReadonlyMap<string, CaseName> = new Map<CaseName, CaseName>([
  ['hosted answers: the pages don’t open', 'the hosted sign-in is requested'],
  ['hosted answers: the sign-out doesn’t open', 'signOut answers: done, from a hosted session'],
]);
const ownSignOuts: CaseNames = new Set<CaseName>(['signOut answers: done']);
const hostedSignOuts: CaseNames = new Set<CaseName>(['signOut answers: done, from a hosted session']);

/** Returns how the pool verifies emails, which is the same for a whole path. */
const verificationOf = (names: readonly string[]): Verification =>
  names.some((name) => linkCases.has(name)) ? 'link' : 'code';

const endsHostedSession = (names: readonly string[]): boolean =>
  names.some((name) => hostedSignOuts.has(name));

/**
 * Returns whether the app can follow a path. A pool verifies either by code or by link. New customers have data only
 * after the first sign-in. Only hosted sessions end on the hosted pages. Visitors must wait for another code.
 */
const isAuthFeasible = (path: TestPath): boolean => {
  const names = caseNamesOf(path);
  if (names.some((name) => linkCases.has(name)) && names.some((name) => codeCases.has(name))) return false;
  if (names.some((name, index) => recordsNotMade.has(name) && names[index - 1] === linkOpened)) return false;
  const isNewCustomer = names.includes(challengedByLink);
  if (
    isNewCustomer &&
    names.some((name, index) => recordsNotMade.has(name) && names[index - 1] === answerAccepted)
  )
    return false;
  const sent = names.indexOf(codeSent);
  if (sent >= 0 && names.slice(sent + 1).some((name) => codeRequests.has(name) || earlySignIns.has(name)))
    return false;
  if (names.some((name, index) => byCode.has(name) && earlySignIns.has(names[index - 1] ?? ''))) return false;
  if (names.filter((name) => name === unreachable).length > 1) return false;
  if (names.indexOf(resetResent) !== names.lastIndexOf(resetResent)) return false;
  if (!names.every((name, index) => isOfItsDeparture(name, names.slice(0, index)))) return false;
  return endsWhereItBegan(names);
};

const isOfItsDeparture = (name: string, earlier: readonly string[]): boolean => {
  const departure = departures.get(name);
  const left = earlier.findLast((each) => [...departures.values()].some((known) => known === each));
  return departure === undefined || departure === left;
};

const endsWhereItBegan = (names: readonly string[]): boolean => {
  let isHosted = false;
  for (const name of names) {
    // A later sign-out in the path decides whether the restored session is a hosted one.
    if (restoredSessions.has(name)) isHosted = endsHostedSession(names);
    else if (name === hostedSignIn) isHosted = true;
    else if (ownSignIns.has(name)) isHosted = false;
    else if (isHosted ? ownSignOuts.has(name) : hostedSignOuts.has(name)) return false;
  }
  return true;
};

export const authSut: ScreenSut<typeof authModel> = {
  model: authModel,
  create: {
    async 'the app is opened'(driver, path) {
      const names = caseNamesOf(path);
      setTestData(driver, {
        isHosted: endsHostedSession(names),
        wasAtHostedPages: names.includes(hostedSignIn),
      });
      await openApp(driver, verificationOf(names));
    },
  },
  events: authExecutors,
  states: authStateAssertions,
  emitted: authEmittedEventAssertions,
  exempt: authExemptions,
  isFeasible: isAuthFeasible,
};
