import { expect } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import type { passkeyMachine } from '#machines/account/passkey.ts';
import { caseNamesOf, type EventCaseName } from '#tests/model-testing/test-model.ts';
import { passkeyModel } from '#tests/models/machines/passkey.ts';
import { continueRequest } from './acts.ts';
import { breakReply, openApp, required, setTestData, startApp } from './auth.actions.ts';
import { expectFailure, expectPlace, expectReset, expectWelcome, expectWork } from './auth.assertions.ts';
import { createConfirmedUser, testDataOf } from './auth.test-data.ts';
import type { Driver } from './driver.ts';
import {
  acceptPasskeyAnswer,
  answerPasskeyTooLate,
  resetInsteadOfPasskey,
  withPasskey,
} from './passkey.actions.ts';
import type { ScreenSut } from './sut.ts';

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
      await openApp(driver, 'code');
      await startApp(driver);
      const isAsserted = caseNamesOf(path).includes(asserted);
      setTestData(driver, { formUser: await (isAsserted ? withPasskey : createConfirmedUser)(driver) });
      await (await driver.interceptor('customer record')).disable();
    },
  },
  events: {
    'a passkey is requested': {
      when: (before) => !before.hasTag('busy'),
      execute: (driver) => driver.screens.signIn.requestPasskey(required(testDataOf(driver).formUser)),
    },
    'the guest opens another page': async ({ page, screens: { signIn, signUp } }) => {
      await signIn.createAccount.click();
      await signUp.heading.waitFor();
      await page.goBack();
      await signIn.heading.waitFor();
    },
    [asserted]: continueRequest('passkey request'),
    'assertPasskey answers: the account has no passkey': continueRequest('passkey request'),
    'assertPasskey fails': breakReply('passkey request'),
    'answerPasskey answers: done': acceptPasskeyAnswer,
    'answerPasskey answers: the sign-in took too long': answerPasskeyTooLate,
    'answerPasskey answers: the password was reset': resetInsteadOfPasskey,
    'answerPasskey fails': breakReply('passkey answer'),
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
