import { expect } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import type { passkeyMachine } from '#machines/account/passkey.ts';
import { givePasskey } from '#tests/browser/passkeys.ts';
import type { Person } from '#tests/browser/people.ts';
import { caseNamesOf, type EventCaseName } from '#tests/model-testing/test-model.ts';
import { passkeyModel } from '#tests/models/machines/passkey.ts';
import * as auth from './auth.actions.ts';
import { expectFailure, expectPlace, expectReset, expectWelcome, expectWork } from './auth.assertions.ts';
import { createConfirmedUser, testDataOf } from './auth.test-data.ts';
import { type Act, continueRequest, type Driver, type ScreenSut } from './driver.ts';

export const withPasskey = async (driver: Driver): Promise<Person> => {
  const person = await createConfirmedUser(driver);
  await givePasskey(driver.page, driver.addresses, person);
  return person;
};

export const requestPasskey =
  (find: (driver: Driver) => Promise<Person>): Act =>
  async (driver) => {
    await auth.goTo(driver, 'signIn');
    const formUser = await find(driver);
    auth.setTestData(driver, { formUser });
    await driver.screens.signIn.requestPasskey(formUser);
  };

export const acceptPasskeyAnswer: Act = async (driver) => {
  auth.setTestData(driver, { customer: auth.required(testDataOf(driver).formUser) });
  await continueRequest('passkey answer')(driver);
};

/** Signs in with a passkey. The virtual authenticator signs immediately. */
export const acceptPasskey: Act = async (driver) => {
  await continueRequest('passkey request')(driver);
  await acceptPasskeyAnswer(driver);
};

export const resetInsteadOfPasskey: Act = async (driver) => {
  const resetting = auth.required(testDataOf(driver).formUser);
  auth.setTestData(driver, { resetting });
  await driver.pool.resetPassword(resetting.email);
  await auth.refuse('passkey answer')(driver);
};

export const answerPasskeyTooLate: Act = async (driver) => {
  await driver.pool.shiftClock(auth.longSignIn * 1_000 + 1);
  await auth.refuse('passkey answer')(driver);
  await driver.pool.shiftClock(0);
};

type CaseName = EventCaseName<typeof passkeyModel>;

const expectRefusal = (driver: Driver, { context: { answer } }: SnapshotFrom<typeof passkeyMachine>) =>
  expectFailure(driver, {
    step: 'sign-in',
    ...(answer?.outcome === 'refused' ? answer.failure : { name: 'unknown', message: '' }),
  });

const asserted: CaseName = 'assertPasskey answers: done';

export const passkeySut: ScreenSut<typeof passkeyModel> = {
  model: passkeyModel,
  create: {
    async 'the sign-in page is open'(driver, path) {
      await auth.openApp(driver, 'code');
      await auth.startApp(driver);
      const isAsserted = caseNamesOf(path).includes(asserted);
      auth.setTestData(driver, { formUser: await (isAsserted ? withPasskey : createConfirmedUser)(driver) });
      await (await driver.interceptor('customer record')).disable();
    },
  },
  events: {
    'a passkey is requested': {
      when: (before) => !before.hasTag('busy'),
      execute: (driver) => driver.screens.signIn.requestPasskey(auth.required(testDataOf(driver).formUser)),
    },
    'the guest opens another page': async ({ page, screens: { signIn, signUp } }) => {
      await signIn.createAccount.click();
      await signUp.heading.waitFor();
      await page.goBack();
      await signIn.heading.waitFor();
    },
    [asserted]: continueRequest('passkey request'),
    'assertPasskey answers: the account has no passkey': continueRequest('passkey request'),
    'assertPasskey fails': auth.breakReply('passkey request'),
    'answerPasskey answers: done': acceptPasskeyAnswer,
    'answerPasskey answers: the sign-in took too long': answerPasskeyTooLate,
    'answerPasskey answers: the password was reset': resetInsteadOfPasskey,
    'answerPasskey fails': auth.breakReply('passkey answer'),
  },
  states: {
    waiting: async (driver) => {
      await expectPlace(driver.page, '/login');
      await expectFailure(driver, null);
    },
    asserting: async (driver) => {
      const { passkey } = driver.screens.signIn;
      await expectPlace(driver.page, '/login');
      await expectFailure(driver, null);
      await expect(passkey).toHaveAttribute('aria-busy', 'true');
      await expect(passkey).toBeEnabled();
    },
    responding: (driver) => expectWork(driver, '/login', 'Sign in with a passkey'),
    unused: expectRefusal,
    async answered(driver, snapshot) {
      const { answer } = snapshot.context;
      if (answer?.outcome === 'done') return expectWelcome(driver);
      if (answer?.outcome === 'reset-required') return expectReset(driver);
      await expectRefusal(driver, snapshot);
    },
  },
  emitted: {},
  exempt: {},
};
