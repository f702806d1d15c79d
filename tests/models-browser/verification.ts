import { expect } from '@playwright/test';
import { newPerson } from '#tests/browser/people.ts';
import { caseNamesOf, type EventCaseName, type TestPath } from '#tests/model-testing/test-model.ts';
import { verificationModel } from '#tests/models/machines/verification.ts';
import * as auth from './auth.actions.ts';
import {
  challengePath,
  expectBannerAtSignIn,
  expectFailure,
  expectPlace,
  expectToast,
  expectVerification,
  expectWelcome,
  expectWork,
  verificationSentEventAssertions,
} from './auth.assertions.ts';
import { createUnconfirmedUser, testDataOf } from './auth.test-data.ts';
import { type Act, continueRequest, type Driver, type ScreenSut } from './driver.ts';
import { advanceClock } from './page-timers.ts';

type CaseName = EventCaseName<typeof verificationModel>;

const waitingForLink = 'Waiting for you to open the link…';
const verified = 'Email verified! Account is ready.';

const expectResending = async ({ page }: Driver): Promise<void> => {
  const button = page.getByRole('button', { name: /^Resend (Code|Link)$/ });
  await expect(button).toHaveAttribute('aria-busy', 'true');
};

const expectWaitForLink = async ({ page }: Driver): Promise<void> => {
  await expectPlace(page, '/verify-email');
  await expect(page.getByText(waitingForLink, { exact: true })).toBeVisible();
};

const letCustomerIn: Act = async (driver) => (await driver.interceptor('customer record')).disable();

const signInTooEarly: Act = async (driver) => {
  await auth.startApp(driver);
  const verifying = await createUnconfirmedUser(driver);
  auth.setTestData(driver, { verifying });
  await driver.screens.signIn.signIn(verifying);
  await auth.refuse('sign-in')(driver);
  await letCustomerIn(driver);
};

const sendAnother: Act = async (driver) => {
  auth.setTestData(driver, { isSent: true });
  await continueRequest('another code')(driver);
};

const refuseAnother = auth.refuseAsTooMany('another code', 'ResendConfirmationCode', 'verifying');

const sentAnother: CaseName = 'sendVerificationCode answers: done';
const anotherOne: CaseName = 'another code or link is requested';
const linkOpenedElsewhere: CaseName = 'sendVerificationCode answers: it was verified elsewhere';

/** Returns whether the app can follow a path. Visitors must wait before another code; an opened link signs them in. */
const isVerificationFeasible = (path: TestPath): boolean => {
  const names = caseNamesOf(path);
  const sent = names.indexOf(sentAnother);
  if (sent >= 0 && names.indexOf(anotherOne, sent) > 0) return false;
  const opened = names.indexOf(linkOpenedElsewhere);
  return opened < 0 || opened === names.length - 1;
};

export const verificationSut: ScreenSut<typeof verificationModel> = {
  model: verificationModel,
  create: {
    async 'a code was sent'(driver) {
      await auth.openApp(driver, 'code');
      await auth.savePendingEmail(driver, 'verifying', { isSent: true });
      auth.setTestData(driver, { isSent: true });
      await auth.startAppAt(driver, auth.places.verifyEmail);
    },
    async 'a code must be sent'(driver) {
      await auth.openApp(driver, 'code');
      await signInTooEarly(driver);
    },
    async 'a link was sent'(driver) {
      await auth.openApp(driver, 'link');
      await auth.startAppAt(driver, auth.places.signUp);
      const verifying = newPerson();
      auth.setTestData(driver, { verifying, isSent: true });
      await driver.screens.signUp.register(verifying);
      await continueRequest('registration')(driver);
      await letCustomerIn(driver);
    },
    async 'a link must be sent'(driver) {
      await auth.openApp(driver, 'link');
      await signInTooEarly(driver);
    },
  },
  events: {
    'a verification code is submitted': auth.enterCode,
    'confirmEmail answers: done': {
      prepare: auth.codeOf('verifying'),
      execute: auth.acceptCode('confirmation', 'verifying'),
    },
    'confirmEmail answers: a wrong code': auth.refuse('confirmation'),
    'confirmEmail answers: it was verified elsewhere': auth.verifiedElsewhere('confirmation'),
    'confirmEmail fails': auth.breakRefusal('confirmation'),
    'a failed verification is dismissed': {
      when: ({ context }) => context.failure?.step === 'verify-email',
      execute: auth.leaveAndReturnTo('verifyEmail'),
    },
    'a failed delivery is dismissed': {
      when: ({ context }) => context.failure?.step === 'resend-code',
      execute: auth.leaveAndReturnTo('verifyEmail'),
    },
    'another code or link is requested': auth.requestAnotherCode,
    'sendVerificationCode answers: done': sendAnother,
    'sendVerificationCode answers: too many requests': refuseAnother,
    'sendVerificationCode answers: it was verified elsewhere': async (driver, before) => {
      if (before.context.by === 'code') return auth.verifiedElsewhere('another code')(driver);
      await auth.openLink(driver);
      await auth.refuse('another code')(driver);
    },
    'sendVerificationCode fails': auth.breakReply('another code'),

    'linkPollInterval has passed': advanceClock(5_000),
    'linkPollLimit has passed': {
      when: (before) => before.matches({ 'by-link': { poll: 'pausing' } }),
      execute: advanceClock(180_000),
    },
    'repeatSignIn answers: the link was opened': auth.signInByLink,
    'repeatSignIn answers: a code is required, too': auth.meetChallengeByLink,
    'repeatSignIn answers: the link was not opened yet': auth.refuse('sign-in'),
    'repeatSignIn answers: the service is unavailable': auth.failOnServer('sign-in', 'InitiateAuth'),
    'repeatSignIn answers: the password is no longer right': auth.disableUser,
    'repeatSignIn answers: the password was reset': auth.resetByLink,
    'repeatSignIn fails': auth.breakReply('sign-in'),
  },
  states: {
    'by-code.waiting': async (driver, { context: { failure } }) => {
      const { screens } = driver;
      await expectFailure(driver, failure);
      await expectVerification(driver, testDataOf(driver).isSent);
      await expect(screens.verifyEmail.submit).not.toHaveAttribute('aria-busy', 'true');
    },
    'by-code.confirming': (driver) => expectWork(driver, '/verify-email', 'Verify Email'),
    'by-code.resending': expectResending,
    'by-link.poll.pausing': expectWaitForLink,
    'by-link.poll.trying': expectWaitForLink,
    'by-link.mail.sent': async (driver, { context: { failure } }) => {
      await expectVerification(driver, testDataOf(driver).isSent);
      await expectFailure(driver, failure);
    },
    'by-link.mail.resending': expectResending,
    verified: async (driver, { output }) => {
      if (output?.outcome === 'confirmed') {
        await expectToast(driver, verified);
        return expectBannerAtSignIn(driver, 'Email verified! Please sign in to complete setup.');
      }
      if (output?.outcome === 'already-confirmed') {
        await expectToast(driver, verified);
        return expectBannerAtSignIn(driver, 'Your email is verified. Please sign in.');
      }
      if (output?.outcome === 'reset-required') return expectPlace(driver.page, '/reset-password');
      await expectToast(driver, verified);
      if (output?.outcome === 'challenged') return expectPlace(driver.page, challengePath);
      return expectWelcome(driver);
    },
    unconfirmed: (driver) =>
      expectBannerAtSignIn(driver, 'Please confirm your account and use your credentials to sign in.'),
  },
  emitted: {},
  sent: verificationSentEventAssertions,
  exempt: {},
  isFeasible: isVerificationFeasible,
};
