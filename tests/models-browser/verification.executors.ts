import type { verificationMachine } from '#machines/account/verification.ts';
import { newPerson } from '#tests/browser/people.ts';
import { caseNamesOf, type EventCaseName, type TestPath } from '#tests/model-testing/test-model.ts';
import type { verificationModel } from '#tests/models/machines/verification.ts';
import {
  type Act,
  acceptCode,
  breakRefusal,
  breakReply,
  codeOf,
  continueRequest,
  disableUser,
  enterCode,
  failOnServer,
  leaveAndReturnTo,
  meetChallengeByLink,
  openApp,
  openLink,
  places,
  refuse,
  refuseAsTooMany,
  requestAnotherCode,
  resetByLink,
  savePendingEmail,
  setTestData,
  signInByLink,
  startApp,
  startAppAt,
  verifiedElsewhere,
} from './auth.actions.ts';
import { createUnconfirmedUser } from './auth.test-data.ts';
import { advanceClock } from './page-timers.ts';
import type { ScreenSut } from './sut.ts';

type CaseName = EventCaseName<typeof verificationModel>;
type Model = ScreenSut<typeof verificationMachine, CaseName>;

const letCustomerIn: Act = async (driver) => (await driver.interceptor('customer record')).disable();

const signInTooEarly: Act = async (driver) => {
  await startApp(driver);
  const verifying = await createUnconfirmedUser(driver);
  setTestData(driver, { verifying });
  await driver.screens.signIn.signIn(verifying);
  await refuse('sign-in')(driver);
  await letCustomerIn(driver);
};

export const verificationStarts: Model['create'] = {
  async 'a code was sent'(driver) {
    await openApp(driver, 'code');
    await savePendingEmail(driver, 'verifying', { isSent: true });
    setTestData(driver, { isSent: true });
    await startAppAt(driver, places.verifyEmail);
  },
  async 'a code must be sent'(driver) {
    await openApp(driver, 'code');
    await signInTooEarly(driver);
  },
  async 'a link was sent'(driver) {
    await openApp(driver, 'link');
    await startAppAt(driver, places.signUp);
    const verifying = newPerson();
    setTestData(driver, { verifying, isSent: true });
    await driver.screens.signUp.register(verifying);
    await continueRequest('registration')(driver);
    await letCustomerIn(driver);
  },
  async 'a link must be sent'(driver) {
    await openApp(driver, 'link');
    await signInTooEarly(driver);
  },
};

const sendAnother: Act = async (driver) => {
  setTestData(driver, { isSent: true });
  await continueRequest('another code')(driver);
};

const refuseAnother = refuseAsTooMany('another code', 'ResendConfirmationCode', 'verifying');

export const verificationExecutors: Model['events'] = {
  'a verification code is submitted': { execute: enterCode },
  'confirmEmail answers: done': {
    prepare: codeOf('verifying'),
    execute: acceptCode('confirmation', 'verifying'),
  },
  'confirmEmail answers: a wrong code': { execute: refuse('confirmation') },
  'confirmEmail answers: it was verified elsewhere': { execute: verifiedElsewhere('confirmation') },
  'confirmEmail fails': { execute: breakRefusal('confirmation') },
  'a failed verification is dismissed': {
    when: ({ context }) => context.failure?.step === 'verify-email',
    execute: leaveAndReturnTo('verifyEmail'),
  },
  'a failed delivery is dismissed': {
    when: ({ context }) => context.failure?.step === 'resend-code',
    execute: leaveAndReturnTo('verifyEmail'),
  },
  'another one is requested': { execute: requestAnotherCode },
  'sendVerificationCode answers: done': { execute: sendAnother },
  'sendVerificationCode answers: too many of them': { execute: refuseAnother },
  'sendVerificationCode answers: it was verified elsewhere': {
    async execute(driver, before) {
      if (before.context.by === 'code') return verifiedElsewhere('another code')(driver);
      await openLink(driver);
      await refuse('another code')(driver);
    },
  },
  'sendVerificationCode fails': { execute: breakReply('another code') },

  'linkPollInterval has passed': { execute: advanceClock(5_000) },
  'linkPollLimit has passed': {
    when: (before) => before.matches({ 'by-link': { poll: 'pausing' } }),
    execute: advanceClock(180_000),
  },
  'repeatSignIn answers: the link was opened': { execute: signInByLink },
  'repeatSignIn answers: a code is required, too': { execute: meetChallengeByLink },
  'repeatSignIn answers: the link was not opened yet': { execute: refuse('sign-in') },
  'repeatSignIn answers: the service is away': { execute: failOnServer('sign-in', 'InitiateAuth') },
  'repeatSignIn answers: the password is no longer right': { execute: disableUser },
  'repeatSignIn answers: the password was reset': { execute: resetByLink },
  'repeatSignIn fails': { execute: breakReply('sign-in') },
};

const sentAnother: CaseName = 'sendVerificationCode answers: done';
const anotherOne: CaseName = 'another one is requested';
const linkOpenedElsewhere: CaseName = 'sendVerificationCode answers: it was verified elsewhere';

/** After another code or link, the visitor must wait. An opened link signs in at the next try. */
export const isVerificationFeasible = (path: TestPath): boolean => {
  const names = caseNamesOf(path);
  const sent = names.indexOf(sentAnother);
  if (sent >= 0 && names.indexOf(anotherOne, sent) > 0) return false;
  const opened = names.indexOf(linkOpenedElsewhere);
  return opened < 0 || opened === names.length - 1;
};
