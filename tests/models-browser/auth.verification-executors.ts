import type { authMachine } from '#machines/auth.ts';
import type { authModel } from '#tests/models/machines/auth.ts';
import type { EventCaseName } from '#tests/models/test-model.ts';
import {
  acceptCode,
  breakRefusal,
  breakReply,
  codeOf,
  continueRequest,
  failOnServer,
  goTo,
  goToDashboard,
  hasNoOtherFailure,
  isActive,
  isCompleting,
  openLink,
  openVerification,
  refuse,
  refuseAsTooMany,
  required,
  setTestData,
  takeCode,
  verifiedElsewhere,
} from './auth.actions.ts';
import { createUnconfirmedUser, testDataOf } from './auth.test-data.ts';
import type { BrowserTestModel } from './browser-test-model.ts';
import { advanceClock } from './page-timers.ts';

type Model = BrowserTestModel<typeof authMachine, EventCaseName<typeof authModel>>;

export const verificationExecutors: Model['eventExecutors'] = {
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
  'confirmEmail answers: it was verified elsewhere': { execute: verifiedElsewhere('confirmation') },
  'confirmEmail fails': { execute: breakRefusal('confirmation') },
  'confirmOtherEmail answers: done': {
    prepare: codeOf('verifying'),
    execute: acceptCode('confirmation', 'verifying'),
  },
  'confirmOtherEmail answers: a wrong code': { execute: refuse('confirmation') },
  'confirmOtherEmail answers: it was verified elsewhere': { execute: verifiedElsewhere('confirmation') },
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
  'resendVerificationCode answers: it was verified elsewhere': {
    execute: verifiedElsewhere('another code'),
  },
  'resendVerificationCode fails': { execute: breakReply('another code') },
  'resendOtherCode answers: done': { execute: continueRequest('another code') },
  'resendOtherCode answers: too many codes': {
    execute: refuseAsTooMany('another code', 'ResendConfirmationCode', 'verifying'),
  },
  'resendOtherCode answers: it was verified elsewhere': { execute: verifiedElsewhere('another code') },
  'resendOtherCode fails': { execute: breakReply('another code') },

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
  'repeatSignIn answers: the password was reset': {
    async execute(driver, before) {
      const resetting = await openLink(driver);
      await driver.pool.resetPassword(resetting.email);
      setTestData(driver, { resetting, verifying: null });
      await refuse('sign-in')(driver, before);
    },
  },
  'repeatSignIn fails': { execute: breakReply('sign-in') },
  'resendLink answers: done': { execute: continueRequest('another code') },
  'resendLink answers: too many links': {
    execute: refuseAsTooMany('another code', 'ResendConfirmationCode', 'verifying'),
  },
  'resendLink answers: it was verified elsewhere': {
    async execute(driver, before) {
      await openLink(driver);
      await refuse('another code')(driver, before);
    },
  },
  'resendLink fails': { execute: breakReply('another code') },
};
