import { expect } from '@playwright/test';
import type { AuthStep } from '#machines/account/auth.types.ts';
import { pastTokenLife, stopClock } from '#tests/browser/page-clock.ts';
import { newPerson } from '#tests/browser/people.ts';
import { pendingKeys, sessionOf, writeStorage } from '#tests/browser/stored-session.ts';
import type { authModel } from '#tests/models/machines/auth.ts';
import * as auth from './auth.actions.ts';
import {
  createConfirmedUser,
  createUnconfirmedUser,
  createUserWithResetCode,
  testDataOf,
} from './auth.test-data.ts';
import {
  acceptAnswer,
  acceptPassword,
  answerTooLate,
  answerWithCode,
  leaveChallenge,
  resetInsteadOfAnswer,
  restoreChallenge,
  rightCode,
  withFactors,
} from './challenge.ts';
import { type Act, continueRequest, type Driver, inSequence, type ScreenSut } from './driver.ts';
import { advanceClock, runTimers } from './page-timers.ts';
import { acceptPasskey, requestPasskey, withPasskey } from './passkey.ts';
import { renameElsewhere } from './rename-elsewhere.ts';

const verifyByCode = inSequence(
  auth.codeOf('verifying'),
  auth.enterCode,
  auth.acceptCode('confirmation', 'verifying'),
);
const verifyElsewhere = inSequence(auth.enterCode, auth.verifiedElsewhere('confirmation'));
const tryAgain = advanceClock(5_000);

/** Requests another code, unless a sign-in with an unverified email has already done so. */
const requestCodeUnlessSent: Act = async (driver) => {
  const { isSending } = testDataOf(driver);
  auth.setTestData(driver, { isSending: false });
  if (!isSending) await auth.requestAnotherCode(driver);
};

/** Executors for child machines' outcomes. Each performs all steps on the child's screen. */
const stepExecutors: Model['events'] = {
  'passkey answers: done': inSequence(requestPasskey(withPasskey), acceptPasskey),
  'passkey answers: the account has no passkey': inSequence(
    requestPasskey(createConfirmedUser),
    continueRequest('passkey request'),
  ),
  'challenge answers: done': inSequence(rightCode, answerWithCode, acceptAnswer),
  'challenge answers: the password was reset': inSequence(answerWithCode, resetInsteadOfAnswer),
  'challenge answers: the sign-in took too long': inSequence(answerWithCode, answerTooLate),
  'challenge answers: the guest left': leaveChallenge,

  'the verification page is opened': {
    when: (before) => !before.matches('loading'),
    execute: async (driver) =>
      auth.openVerification(driver, testDataOf(driver).verifying ?? (await createUnconfirmedUser(driver))),
  },
  'the verification page is opened for another email': {
    when: (before) => !before.matches('loading'),
    execute: async (driver) => auth.openVerification(driver, await createUnconfirmedUser(driver)),
  },
  'verification answers: the code was accepted': verifyByCode,
  'verification answers: it was verified elsewhere': verifyElsewhere,
  'otherVerification answers: the code was accepted': verifyByCode,
  'otherVerification answers: it was verified elsewhere': verifyElsewhere,
  'verification answers: the link was opened': inSequence(tryAgain, auth.signInByLink),
  'verification answers: the link was opened, and a code is required, too': inSequence(
    tryAgain,
    auth.meetChallengeByLink,
  ),
  'verification answers: the link was opened, and the password was reset': inSequence(
    tryAgain,
    auth.resetByLink,
  ),
  'verification answers: the link was not opened': inSequence(tryAgain, auth.disableUser),

  'another code is sent': inSequence(requestCodeUnlessSent, continueRequest('another code')),
  'another reset code is sent': inSequence(auth.requestAnotherResetCode, continueRequest('reset code')),
  'another code can’t be sent': inSequence(
    requestCodeUnlessSent,
    auth.refuseAsTooMany('another code', 'ResendConfirmationCode', 'verifying'),
  ),

  'reset answers: a new password is set': inSequence(
    auth.codeOf('resetting'),
    auth.enterNewPassword,
    auth.acceptCode('new password', 'resetting'),
  ),
};

const isActive = (before: Snapshot): boolean => before.matches({ 'signed-in': 'active' });
const isGuest = (before: Snapshot): boolean => before.matches({ guest: 'signed-out' });
const isCompleting = (before: Snapshot): boolean => before.matches({ loading: 'completing-hosted-sign-in' });

const sessionExecutors: Model['events'] = {
  'a sign-out is requested': {
    // Skip if a sign-out got no response: the next sign-out ends the session too fast to observe.
    when: ({ context: { failure } }) => failure?.step !== 'sign-out',
    async execute(driver) {
      await auth.goToDashboard(driver);
      await driver.screens.dashboard.signOut.press('Enter');
    },
  },
  'signOut answers: done': continueRequest('revocation'),
  'signOut answers: done, from a hosted session': auth.leaveForHostedSignOut,
  'signOut answers: no response from the service': auth.failOnServer('revocation', 'RevokeToken'),
  'signOut fails': auth.breakReplyOfNothingDone('revocation', 'RevokeToken'),
  'the session ends elsewhere': {
    when: (before) => isActive(before) || (isCompleting(before) && before.context.user !== null),
    async execute(driver, before) {
      // Go to the dashboard, because the page that verifies an email doesn't redirect to the sign-in page.
      if (isActive(before)) await auth.goToDashboard(driver);
      await driver.otherTab.signOut();
    },
  },
  'another tab signs in': {
    when: (before) => isActive(before) || isGuest(before),
    async execute(driver) {
      const customer = await createConfirmedUser(driver, 'Grace');
      auth.setTestData(driver, { customer });
      await driver.otherTab.signIn(await sessionOf(driver.addresses.pool, customer));
    },
  },
  'the user has another name': { when: isActive, execute: renameElsewhere },
  'the session can’t be renewed now': {
    when: isActive,
    async execute(driver) {
      const { page, screens, console, pageErrors } = driver;
      await auth.goToDashboard(driver);
      await page.clock.fastForward(pastTokenLife);
      pageErrors.allowResponse('pool', '/', 503);
      const match = 'POST / InitiateAuth';
      await console.addFault({ service: 'pool', match, fault: 'status', status: 503 });
      await screens.ledger.filter('Pending').click();
      await screens.ledger.region.getByText('Treasury Access Error').waitFor();
      await console.clearFaults();
    },
  },
};

type Model = ScreenSut<typeof authModel>;
type Snapshot = Parameters<Model['states'][string]>[1];

const hasNoOtherFailure =
  (step: AuthStep) =>
  ({ context: { failure } }: Snapshot): boolean =>
    failure === null || failure.step === step;

/** Opens another page, which clears the current page's failure. */
const visitAnotherPage = async (driver: Driver, before: Snapshot): Promise<void> => {
  if (before.matches({ guest: 'pending-verification' })) return auth.leaveAndReturnTo('verifyEmail')(driver);
  if (before.matches({ guest: 'pending-reset' })) return auth.leaveAndReturnTo('resetPassword')(driver);
  const isThere = new URL(driver.page.url()).pathname === auth.places.signIn;
  await auth.goTo(driver, isThere ? 'signUp' : 'signIn');
};

const formUserAs =
  (role: 'customer' | 'verifying' | 'resetting', act: Act): Act =>
  async (driver) => {
    auth.setTestData(driver, { [role]: auth.required(testDataOf(driver).formUser) });
    await act(driver);
  };

const refusedAsUnconfirmed = {
  prepare: auth.filledInBy(createUnconfirmedUser),
  async execute(driver: Driver) {
    auth.setTestData(driver, { isSending: true });
    await formUserAs('verifying', auth.refuse('sign-in'))(driver);
  },
};

export const authExecutors: Model['events'] = {
  'restoreSession answers: nothing is stored': auth.startApp,
  'restoreSession answers: a session': async (driver) => {
    await auth.saveSession(driver);
    await auth.startAppAt(driver, auth.places.signIn);
  },
  'restoreSession answers: an email waits for the code that was sent': async (driver) => {
    await auth.savePendingEmail(driver, 'verifying', { isSent: true });
    await auth.startAppAt(driver, auth.places.verifyEmail);
  },
  'restoreSession answers: an email waits for its code': async (driver) => {
    await auth.savePendingEmail(driver, 'verifying');
    await auth.startAppAt(driver, auth.places.verifyEmail);
  },
  'restoreSession answers: a reset waits for its code': async (driver) => {
    await auth.savePendingEmail(driver, 'resetting');
    await auth.startAppAt(driver, auth.places.resetPassword);
  },
  'restoreSession answers: a challenge was open': restoreChallenge,
  'restoreSession answers: the wait for a link was interrupted': async (driver) => {
    const { email } = newPerson();
    await writeStorage(driver.page, [[pendingKeys.verification, email]], 'sessionStorage');
    await auth.startAppAt(driver, auth.places.signIn);
  },
  'restoreSession answers: a return from the hosted pages': (driver) => auth.returnFromHostedPages(driver),
  'restoreSession answers: a session and a return from the hosted pages': (driver) =>
    auth.returnFromHostedPages(driver, auth.saveSession),
  'restoreSession answers: a pending email and a return from the hosted pages': (driver) =>
    auth.returnFromHostedPages(driver, (own) => auth.savePendingEmail(own, 'verifying')),
  'restoreSession answers: a pending reset and a return from the hosted pages': (driver) =>
    auth.returnFromHostedPages(driver, (own) => auth.savePendingEmail(own, 'resetting')),
  'hosted answers: done': continueRequest('hosted code'),
  'hosted answers: an invalid code': auth.refuseHostedCode,
  'hosted answers: an unreadable response': auth.breakHostedReply,
  'hosted answers: no response in time': advanceClock(10_000),

  'a registration is submitted': async (driver) => {
    await auth.goTo(driver, 'signUp');
    await driver.screens.signUp.register(auth.takeFormUser(driver));
  },
  'signUp answers: done, with a code': formUserAs('verifying', continueRequest('registration')),
  'signUp answers: done, with a link': formUserAs('verifying', continueRequest('registration')),
  'signUp answers: the email is taken': {
    prepare: auth.filledInBy(createConfirmedUser),
    execute: auth.refuse('registration'),
  },
  'signUp answers: the response was lost': async (driver) => {
    auth.setTestData(driver, { verifying: testDataOf(driver).formUser });
    const { pageErrors, console } = driver;
    pageErrors.allowMessage('net::ERR_');
    pageErrors.allowResponse('pool', '/', 400);
    const registrations = await driver.interceptor('registration');
    const match = 'POST / SignUp';
    await console.addFault({ service: 'pool', match, fault: 'reset-after', times: 1 });
    await registrations.continue();
    // Let the app's retry through, by which it finds out that the account exists.
    await registrations.continue();
  },
  'signUp answers: the code was not delivered': auth.failDelivery,
  'signUp answers: the link was not delivered': auth.failDelivery,
  'signUp fails': auth.breakReply('registration'),

  'a sign-in is submitted': async (driver) => {
    await auth.goTo(driver, 'signIn');
    await driver.screens.signIn.signIn(auth.takeFormUser(driver));
  },
  'signIn answers: done': {
    prepare: auth.filledInBy(createConfirmedUser),
    execute: formUserAs('customer', continueRequest('sign-in')),
  },
  'signIn answers: the code was not entered': refusedAsUnconfirmed,
  'signIn answers: the link was not opened': refusedAsUnconfirmed,
  'signIn answers: a wrong password': {
    prepare: auth.filledInBy(auth.withWrongPassword),
    execute: auth.refuse('sign-in'),
  },
  'signIn answers: the password was reset': {
    prepare: auth.filledInBy(async (driver) => {
      const person = await createConfirmedUser(driver);
      await driver.pool.resetPassword(person.email);
      return person;
    }),
    execute: formUserAs('resetting', auth.refuse('sign-in')),
  },
  'signIn answers: a code is required': {
    prepare: auth.filledInBy(withFactors('authenticator-code')),
    execute: acceptPassword,
  },
  'signIn fails': { prepare: auth.filledInBy(createConfirmedUser), execute: auth.breakReply('sign-in') },
  'a failed sign-in is dismissed': {
    when: (before) => !before.matches({ 'signed-in': 'active' }) && hasNoOtherFailure('sign-in')(before),
    execute: visitAnotherPage,
  },
  'registerCustomer answers: done': continueRequest('customer record'),
  'registerCustomer fails': async ({ page, pageErrors, refuseNext, interceptor }) => {
    pageErrors.allowMessage('The customer record could not be checked:');
    await refuseNext('store', 'GET /api/auth/profile', 403, { detail: 'No.' }, 2);
    const records = await interceptor('customer record');
    // Stop the clock, so that the app retries before its time limit even on a slow machine.
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

  'the hosted sign-in is requested': auth.leaveForHostedPages,
  'hosted answers: the pages don’t open': advanceClock(10_000),
  'hosted answers: the sign-out doesn’t open': advanceClock(3_000),
  'a failed hosted sign-in is dismissed': {
    when: (before) => before.matches({ guest: 'signed-out' }) && hasNoOtherFailure('hosted-sign-in')(before),
    execute: visitAnotherPage,
  },

  'a reset code is requested': async (driver) => {
    await auth.goTo(driver, 'forgotPassword');
    await driver.screens.forgotPassword.request(auth.takeFormUser(driver).email);
  },
  'requestReset answers: done': {
    prepare: auth.filledInBy(createConfirmedUser),
    execute: formUserAs('resetting', continueRequest('reset code')),
  },
  'requestReset answers: no such account': auth.refuse('reset code'),
  'requestReset fails': {
    prepare: auth.filledInBy(createConfirmedUser),
    execute: auth.breakReply('reset code'),
  },
  'the reset page is opened': async (driver) =>
    auth.openReset(driver, testDataOf(driver).resetting ?? (await createUserWithResetCode(driver))),
  'the reset page is opened for another email': async (driver) =>
    auth.openReset(driver, await createUserWithResetCode(driver)),
  ...stepExecutors,
  ...sessionExecutors,
};

export const authExemptions: Model['exempt'] = {
  'loading.restoring: error restoreSession':
    'What this device keeps is read without asking anybody, and what can’t be read counts as absent.',
  'opening-hosted-pages: done hosted [isUnanswered]':
    'Chromium shows no left page again while Playwright drives it.',
};
