import { expect } from '@playwright/test';
import type { authMachine } from '#machines/auth.ts';
import { stopClock } from '#tests/browser/page-clock.ts';
import { newPerson } from '#tests/browser/people.ts';
import { pendingKeys, writeStorage } from '#tests/browser/stored-session.ts';
import type { authModel } from '#tests/models/machines/auth.ts';
import type { EventCaseName } from '#tests/models/test-model.ts';
import {
  acceptCode,
  blockNavigation,
  breakRefusal,
  breakReply,
  codeOf,
  continueRequest,
  failOnServer,
  filledInBy,
  goTo,
  goToDashboard,
  hasNoOtherFailure,
  hostedCode,
  immediately,
  isActive,
  isCompleting,
  isGuest,
  openLink,
  openReset,
  openVerification,
  places,
  refuse,
  refuseAsTooMany,
  required,
  returnFromHostedPages,
  savePendingEmail,
  saveSession,
  setTestData,
  singleSignOn,
  startApp,
  startAppAt,
  takeCode,
  takeFormUser,
  visitAnotherPage,
  withWrongPassword,
} from './auth.actions.ts';
import { challengeExecutors } from './auth.challenge-executors.ts';
import { sessionExecutors } from './auth.session-executors.ts';
import {
  createConfirmedUser,
  createUnconfirmedUser,
  createUserWithResetCode,
  testDataOf,
} from './auth.test-data.ts';
import { breakNextAddress, breakNextCall, breakNextReply } from './browser-failures.ts';
import type { BrowserTestModel } from './browser-test-model.ts';
import { advanceClock, runTimers } from './page-timers.ts';

type Model = BrowserTestModel<typeof authMachine, EventCaseName<typeof authModel>>;

const hour = 60 * 60_000;
const newPassword = 'Difference-1822?';

export const authExecutors: Model['eventExecutors'] = {
  // The start
  'restoreSession answers: nothing is left': { execute: startApp },
  'restoreSession answers: a session': {
    async execute(driver) {
      await saveSession(driver);
      await startAppAt(driver, places.signIn);
    },
  },
  'restoreSession answers: an email waits for the code that was sent': {
    async execute(driver) {
      await savePendingEmail(driver, 'verifying', { isSent: true });
      await startAppAt(driver, places.verifyEmail);
    },
  },
  'restoreSession answers: an email waits for its code': {
    async execute(driver) {
      await savePendingEmail(driver, 'verifying');
      await startAppAt(driver, places.verifyEmail);
    },
  },
  'restoreSession answers: a reset waits for its code': {
    async execute(driver) {
      await savePendingEmail(driver, 'resetting');
      await startAppAt(driver, places.resetPassword);
    },
  },
  'restoreSession answers: a link was waited for': {
    async execute(driver) {
      const { email } = newPerson();
      await writeStorage(driver.page, [[pendingKeys.verification, email]], 'sessionStorage');
      await startAppAt(driver, places.signIn);
    },
  },
  'restoreSession answers: a return from the hosted pages': {
    execute: (driver) => returnFromHostedPages(driver),
  },
  'restoreSession answers: a session and a return from the hosted pages': {
    execute: (driver) => returnFromHostedPages(driver, saveSession),
  },
  'restoreSession answers: a pending email and a return from the hosted pages': {
    execute: (driver) => returnFromHostedPages(driver, (own) => savePendingEmail(own, 'verifying')),
  },
  'restoreSession answers: a pending reset and a return from the hosted pages': {
    execute: (driver) => returnFromHostedPages(driver, (own) => savePendingEmail(own, 'resetting')),
  },
  'completeHostedSignIn answers: done': { execute: continueRequest('hosted code') },
  'completeHostedSignIn answers: a worthless code': {
    async execute(driver) {
      driver.pageErrors.allowResponse(hostedCode(driver), 400);
      await (await driver.interceptor('hosted code')).continue();
    },
  },
  'completeHostedSignIn fails': {
    async execute(driver) {
      driver.pageErrors.allowResponse(hostedCode(driver), 400);
      await breakNextReply(driver.page, hostedCode(driver), 'status');
      await (await driver.interceptor('hosted code')).continue();
    },
  },
  'hostedSignInLimit has passed': { execute: advanceClock(10_000) },

  // Signing up
  'a registration is submitted': {
    async execute(driver) {
      await goTo(driver, 'signUp');
      await driver.screens.signUp.register(takeFormUser(driver));
    },
  },
  'signUp answers: done, with a code': {
    async execute(driver) {
      setTestData(driver, { verifying: testDataOf(driver).formUser });
      await (await driver.interceptor('registration')).continue();
    },
  },
  'signUp answers: done, with a link': {
    async execute(driver) {
      setTestData(driver, { verifying: testDataOf(driver).formUser });
      await (await driver.interceptor('registration')).continue();
    },
  },
  'signUp answers: the email is taken': {
    prepare: filledInBy(createConfirmedUser),
    execute: refuse('registration'),
  },
  'signUp fails': { execute: breakReply('registration') },

  // Signing in
  'a sign-in is submitted': {
    async execute(driver) {
      await goTo(driver, 'signIn');
      await driver.screens.signIn.signIn(takeFormUser(driver));
    },
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
    async execute(driver, before) {
      setTestData(driver, { verifying: testDataOf(driver).formUser });
      await refuse('sign-in')(driver, before);
    },
  },
  'signIn answers: the link was not opened': {
    prepare: filledInBy(createUnconfirmedUser),
    async execute(driver, before) {
      setTestData(driver, { verifying: testDataOf(driver).formUser });
      await refuse('sign-in')(driver, before);
    },
  },
  'signIn answers: a wrong password': {
    prepare: filledInBy(withWrongPassword),
    execute: refuse('sign-in'),
  },
  'signIn fails': { prepare: filledInBy(createConfirmedUser), execute: breakReply('sign-in') },
  'a failed sign-in is dismissed': {
    when: (before) => !isActive(before) && hasNoOtherFailure('sign-in')(before),
    execute: visitAnotherPage,
  },
  'registerCustomer answers: done': { execute: continueRequest('customer record') },
  'registerCustomer fails': {
    async execute({ page, pageErrors, refuseNext, interceptor }) {
      pageErrors.allowMessage('The customer record could not be checked:');
      await refuseNext('store', 'GET /api/auth/profile', 403, { detail: 'No.' }, 2);
      const records = await interceptor('customer record');
      // The retry comes before the limit of the registration, however slow the machine is.
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
  },
  'registrationLimit has passed': { execute: advanceClock(3_000) },

  // The hosted pages
  'the hosted sign-in is requested': {
    async execute(driver) {
      await goTo(driver, 'signIn');
      await blockNavigation(driver, 'GET /oauth2/authorize');
      await singleSignOn(driver).click();
    },
  },
  'openHostedSignIn fails': immediately(({ page }) => breakNextCall(page, 'digest')),
  'hostedDepartureLimit has passed': { execute: advanceClock(10_000) },
  'a failed hosted sign-in is dismissed': {
    when: (before) => isGuest(before) && hasNoOtherFailure('hosted-sign-in')(before),
    execute: visitAnotherPage,
  },
  'openHostedSignOut fails': immediately(({ page }) => breakNextAddress(page, 'logout_uri')),
  'hostedSignOutLimit has passed': { execute: advanceClock(3_000) },

  // The code that verifies an email
  'the verification page is opened': {
    when: (before) => !isCompleting(before),
    execute: async (driver) =>
      openVerification(driver, testDataOf(driver).verifying ?? (await createUnconfirmedUser(driver))),
  },
  'the verification page is opened for another email': {
    execute: async (driver) => openVerification(driver, await createUnconfirmedUser(driver)),
  },
  'a verification code is submitted': {
    async execute(driver) {
      await goTo(driver, 'verifyEmail');
      await driver.screens.verifyEmail.verify(takeCode(driver));
    },
  },
  'confirmEmail answers: done': {
    prepare: codeOf('verifying'),
    execute: acceptCode('confirmation', 'verifying'),
  },
  'confirmEmail answers: a wrong code': { execute: refuse('confirmation') },
  'confirmEmail fails': { execute: breakRefusal('confirmation') },
  'confirmOtherEmail answers: done': {
    prepare: codeOf('verifying'),
    execute: acceptCode('confirmation', 'verifying'),
  },
  'confirmOtherEmail answers: a wrong code': { execute: refuse('confirmation') },
  'confirmOtherEmail fails': { execute: breakRefusal('confirmation') },
  'a failed verification is dismissed': {
    when: (before) =>
      isActive(before) &&
      hasNoOtherFailure('verify-email')(before) &&
      before.context.pendingVerification !== null,
    async execute(driver) {
      await goTo(driver, 'verifyEmail');
      await goToDashboard(driver);
    },
  },
  'another code is requested': {
    async execute(driver, before) {
      if (before.matches('pending-reset')) {
        await goTo(driver, 'resetPassword');
        await driver.screens.resetPassword.resend.click();
      } else {
        await goTo(driver, 'verifyEmail');
        await driver.page.getByRole('button', { name: /^Resend (Code|Link)$/ }).click();
      }
    },
  },
  'resendVerificationCode answers: done': { execute: continueRequest('another code') },
  'resendVerificationCode answers: too many codes': {
    execute: refuseAsTooMany('another code', 'ResendConfirmationCode', 'verifying'),
  },
  'resendVerificationCode fails': { execute: breakReply('another code') },
  'resendOtherCode answers: done': { execute: continueRequest('another code') },
  'resendOtherCode answers: too many codes': {
    execute: refuseAsTooMany('another code', 'ResendConfirmationCode', 'verifying'),
  },
  'resendOtherCode fails': { execute: breakReply('another code') },

  // The link that verifies an email
  'linkPollInterval has passed': { execute: advanceClock(5_000) },
  'linkPollLimit has passed': {
    when: (before) => before.matches({ 'pending-verification': { 'awaiting-link': { poll: 'pausing' } } }),
    execute: advanceClock(180_000),
  },
  'repeatSignIn answers: the link was opened': {
    async execute(driver) {
      const customer = await openLink(driver);
      setTestData(driver, { customer, verifying: null });
      await (await driver.interceptor('sign-in')).continue();
    },
  },
  'repeatSignIn answers: the link was not opened yet': { execute: refuse('sign-in') },
  'repeatSignIn answers: the service is away': { execute: failOnServer('sign-in', 'InitiateAuth') },
  'repeatSignIn answers: the password is no longer right': {
    async execute(driver, before) {
      await driver.pool.disable(required(testDataOf(driver).verifying).email);
      await refuse('sign-in')(driver, before);
    },
  },
  'repeatSignIn fails': { execute: breakReply('sign-in') },
  'resendLink answers: done': { execute: continueRequest('another code') },
  'resendLink answers: too many links': {
    execute: refuseAsTooMany('another code', 'ResendConfirmationCode', 'verifying'),
  },
  'resendLink fails': { execute: breakReply('another code') },

  // A forgotten password
  'a reset code is requested': {
    async execute(driver) {
      await goTo(driver, 'forgotPassword');
      await driver.screens.forgotPassword.request(takeFormUser(driver).email);
    },
  },
  'requestReset answers: done': {
    prepare: filledInBy(createConfirmedUser),
    async execute(driver) {
      setTestData(driver, { resetting: testDataOf(driver).formUser });
      await (await driver.interceptor('reset code')).continue();
    },
  },
  'requestReset answers: nobody by this email': { execute: refuse('reset code') },
  'requestReset fails': { prepare: filledInBy(createConfirmedUser), execute: breakReply('reset code') },
  'the reset page is opened': {
    execute: async (driver) =>
      openReset(driver, testDataOf(driver).resetting ?? (await createUserWithResetCode(driver))),
  },
  'the reset page is opened for another email': {
    execute: async (driver) => openReset(driver, await createUserWithResetCode(driver)),
  },
  'a new password is submitted': {
    async execute(driver) {
      await goTo(driver, 'resetPassword');
      await driver.screens.resetPassword.reset(takeCode(driver), newPassword);
    },
  },
  'resetPassword answers: done': {
    prepare: codeOf('resetting'),
    execute: acceptCode('new password', 'resetting'),
  },
  'resetPassword answers: an expired code': {
    prepare: codeOf('resetting'),
    async execute(driver, before) {
      await driver.pool.shiftClock(hour + 1);
      await refuse('new password')(driver, before);
      await driver.pool.shiftClock(0);
    },
  },
  'resetPassword fails': { execute: breakRefusal('new password') },
  'resendResetCode answers: done': { execute: continueRequest('reset code') },
  'resendResetCode answers: too many codes': {
    execute: refuseAsTooMany('reset code', 'ForgotPassword', 'resetting'),
  },
  'resendResetCode fails': { execute: breakReply('reset code') },

  ...challengeExecutors,
  ...sessionExecutors,
};

export const authExemptions: Model['exempt'] = {
  'loading.restoring: error restoreSession':
    'What this device keeps is read without asking anybody, and what can’t be read counts as absent.',
  'signed-out.opening-hosted-sign-in: done openHostedSignIn':
    'Chromium shows no left page again while Playwright drives it.',
  'signed-out.opening-hosted-sign-out: done openHostedSignOut':
    'Chromium shows no left page again while Playwright drives it.',
};
