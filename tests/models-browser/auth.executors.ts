import { expect } from '@playwright/test';
import type { AuthStep } from '#machines/account/auth.types.ts';
import { stopClock } from '#tests/browser/page-clock.ts';
import { newPerson } from '#tests/browser/people.ts';
import { pendingKeys, writeStorage } from '#tests/browser/stored-session.ts';
import type { authModel } from '#tests/models/machines/auth.ts';
import { continueRequest } from './acts.ts';
import {
  breakHostedReply,
  breakReply,
  failDelivery,
  filledInBy,
  goTo,
  leaveAndReturnTo,
  leaveForHostedPages,
  openReset,
  places,
  refuse,
  refuseHostedCode,
  required,
  returnFromHostedPages,
  savePendingEmail,
  saveSession,
  setTestData,
  startApp,
  startAppAt,
  takeFormUser,
  withWrongPassword,
} from './auth.actions.ts';
import { sessionExecutors } from './auth.session-executors.ts';
import { stepExecutors } from './auth.step-executors.ts';
import {
  createConfirmedUser,
  createUnconfirmedUser,
  createUserWithResetCode,
  testDataOf,
} from './auth.test-data.ts';
import { acceptPassword, restoreChallenge, withFactors } from './challenge.actions.ts';
import type { Driver } from './driver.ts';
import { advanceClock, runTimers } from './page-timers.ts';
import type { ScreenSut } from './sut.ts';

type Model = ScreenSut<typeof authModel>;
type Snapshot = Parameters<Model['states'][string]>[1];

const hasNoOtherFailure =
  (step: AuthStep) =>
  ({ context: { failure } }: Snapshot): boolean =>
    failure === null || failure.step === step;

/** Opens the sign-in page, or leaves it, which clears the page's failure. */
const visitAnotherPage = async (driver: Driver, before: Snapshot): Promise<void> => {
  if (before.matches({ guest: 'pending-verification' })) return leaveAndReturnTo('verifyEmail')(driver);
  if (before.matches({ guest: 'pending-reset' })) return leaveAndReturnTo('resetPassword')(driver);
  const isThere = new URL(driver.page.url()).pathname === places.signIn;
  await goTo(driver, isThere ? 'signUp' : 'signIn');
};

export const authExecutors: Model['events'] = {
  'restoreSession answers: nothing is left': startApp,
  'restoreSession answers: a session': async (driver) => {
    await saveSession(driver);
    await startAppAt(driver, places.signIn);
  },
  'restoreSession answers: an email waits for the code that was sent': async (driver) => {
    await savePendingEmail(driver, 'verifying', { isSent: true });
    await startAppAt(driver, places.verifyEmail);
  },
  'restoreSession answers: an email waits for its code': async (driver) => {
    await savePendingEmail(driver, 'verifying');
    await startAppAt(driver, places.verifyEmail);
  },
  'restoreSession answers: a reset waits for its code': async (driver) => {
    await savePendingEmail(driver, 'resetting');
    await startAppAt(driver, places.resetPassword);
  },
  'restoreSession answers: a challenge was open': restoreChallenge,
  'restoreSession answers: a link was waited for': async (driver) => {
    const { email } = newPerson();
    await writeStorage(driver.page, [[pendingKeys.verification, email]], 'sessionStorage');
    await startAppAt(driver, places.signIn);
  },
  'restoreSession answers: a return from the hosted pages': (driver) => returnFromHostedPages(driver),
  'restoreSession answers: a session and a return from the hosted pages': (driver) =>
    returnFromHostedPages(driver, saveSession),
  'restoreSession answers: a pending email and a return from the hosted pages': (driver) =>
    returnFromHostedPages(driver, (own) => savePendingEmail(own, 'verifying')),
  'restoreSession answers: a pending reset and a return from the hosted pages': (driver) =>
    returnFromHostedPages(driver, (own) => savePendingEmail(own, 'resetting')),
  'hosted answers: done': continueRequest('hosted code'),
  'hosted answers: a worthless code': refuseHostedCode,
  'hosted answers: an unreadable answer': breakHostedReply,
  'hosted answers: no answer in time': advanceClock(10_000),

  'a registration is submitted': async (driver) => {
    await goTo(driver, 'signUp');
    await driver.screens.signUp.register(takeFormUser(driver));
  },
  'signUp answers: done, with a code': async (driver) => {
    setTestData(driver, { verifying: testDataOf(driver).formUser });
    await (await driver.interceptor('registration')).continue();
  },
  'signUp answers: done, with a link': async (driver) => {
    setTestData(driver, { verifying: testDataOf(driver).formUser });
    await (await driver.interceptor('registration')).continue();
  },
  'signUp answers: the email is taken': {
    prepare: filledInBy(createConfirmedUser),
    execute: refuse('registration'),
  },
  'signUp answers: the answer was lost': async (driver) => {
    setTestData(driver, { verifying: testDataOf(driver).formUser });
    const { pageErrors, addresses, console } = driver;
    pageErrors.allowMessage('net::ERR_');
    pageErrors.allowResponse(`${addresses.pool}/`, 400);
    const registrations = await driver.interceptor('registration');
    const match = 'POST / SignUp';
    await console.addFault({ service: 'pool', match, fault: 'reset-after', times: 1 });
    await registrations.continue();
    // The app retries and learns that the account exists.
    await registrations.continue();
  },
  'signUp answers: the code was not delivered': failDelivery,
  'signUp answers: the link was not delivered': failDelivery,
  'signUp fails': breakReply('registration'),

  'a sign-in is submitted': async (driver) => {
    await goTo(driver, 'signIn');
    await driver.screens.signIn.signIn(takeFormUser(driver));
  },
  'signIn answers: done': {
    prepare: filledInBy(createConfirmedUser),
    async execute(driver) {
      setTestData(driver, { customer: required(testDataOf(driver).formUser) });
      await (await driver.interceptor('sign-in')).continue();
    },
  },
  'signIn answers: the code was not entered': {
    prepare: filledInBy(createUnconfirmedUser),
    async execute(driver) {
      setTestData(driver, { verifying: testDataOf(driver).formUser, isSending: true });
      await refuse('sign-in')(driver);
    },
  },
  'signIn answers: the link was not opened': {
    prepare: filledInBy(createUnconfirmedUser),
    async execute(driver) {
      setTestData(driver, { verifying: testDataOf(driver).formUser, isSending: true });
      await refuse('sign-in')(driver);
    },
  },
  'signIn answers: a wrong password': {
    prepare: filledInBy(withWrongPassword),
    execute: refuse('sign-in'),
  },
  'signIn answers: the password was reset': {
    prepare: filledInBy(async (driver) => {
      const person = await createConfirmedUser(driver);
      await driver.pool.resetPassword(person.email);
      return person;
    }),
    async execute(driver) {
      setTestData(driver, { resetting: testDataOf(driver).formUser });
      await refuse('sign-in')(driver);
    },
  },
  'signIn answers: a code is required': {
    prepare: filledInBy(withFactors('authenticator-code')),
    execute: acceptPassword,
  },
  'signIn fails': { prepare: filledInBy(createConfirmedUser), execute: breakReply('sign-in') },
  'a failed sign-in is dismissed': {
    when: (before) => !before.matches({ 'signed-in': 'active' }) && hasNoOtherFailure('sign-in')(before),
    execute: visitAnotherPage,
  },
  'registerCustomer answers: done': continueRequest('customer record'),
  'registerCustomer fails': async ({ page, pageErrors, refuseNext, interceptor }) => {
    pageErrors.allowMessage('The customer record could not be checked:');
    await refuseNext('store', 'GET /api/auth/profile', 403, { detail: 'No.' }, 2);
    const records = await interceptor('customer record');
    // Stop the clock, so that the retry comes before the time limit even on a slow machine.
    await stopClock(page, 0);
    await records.continue();
    const isRetried = async () => {
      await runTimers(page, 50);
      return records.hasRequest();
    };
    await expect.poll(isRetried, { intervals: [100] }).toBe(true);
    await records.continue();
    await page.clock.resume();
    await records.disable();
  },
  'registrationLimit has passed': advanceClock(3_000),

  'the hosted sign-in is requested': leaveForHostedPages,
  'hosted answers: the pages don’t open': advanceClock(10_000),
  'hosted answers: the sign-out doesn’t open': advanceClock(3_000),
  'a failed hosted sign-in is dismissed': {
    when: (before) => before.matches({ guest: 'signed-out' }) && hasNoOtherFailure('hosted-sign-in')(before),
    execute: visitAnotherPage,
  },

  'a reset code is requested': async (driver) => {
    await goTo(driver, 'forgotPassword');
    await driver.screens.forgotPassword.request(takeFormUser(driver).email);
  },
  'requestReset answers: done': {
    prepare: filledInBy(createConfirmedUser),
    async execute(driver) {
      setTestData(driver, { resetting: testDataOf(driver).formUser });
      await (await driver.interceptor('reset code')).continue();
    },
  },
  'requestReset answers: nobody by this email': refuse('reset code'),
  'requestReset fails': { prepare: filledInBy(createConfirmedUser), execute: breakReply('reset code') },
  'the reset page is opened': async (driver) =>
    openReset(driver, testDataOf(driver).resetting ?? (await createUserWithResetCode(driver))),
  'the reset page is opened for another email': async (driver) =>
    openReset(driver, await createUserWithResetCode(driver)),
  ...stepExecutors,
  ...sessionExecutors,
};

export const authExemptions: Model['exempt'] = {
  'loading.restoring: error restoreSession':
    'What this device keeps is read without asking anybody, and what can’t be read counts as absent.',
  'opening-hosted-pages: done hosted [isUnanswered]':
    'Chromium shows no left page again while Playwright drives it.',
};
