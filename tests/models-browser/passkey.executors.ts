import type { passkeyMachine } from '#machines/account/passkey.ts';
import { caseNamesOf, type EventCaseName } from '#tests/model-testing/test-model.ts';
import type { passkeyModel } from '#tests/models/machines/passkey.ts';
import { breakReply, continueRequest, openApp, required, setTestData, startApp } from './auth.actions.ts';
import { createConfirmedUser, testDataOf } from './auth.test-data.ts';
import {
  acceptPasskeyAnswer,
  answerPasskeyTooLate,
  resetInsteadOfPasskey,
  withPasskey,
} from './passkey.actions.ts';
import type { ScreenSut } from './sut.ts';

type CaseName = EventCaseName<typeof passkeyModel>;
type Model = ScreenSut<typeof passkeyMachine, CaseName>;

const asserted: CaseName = 'assertPasskey answers: done';

export const passkeyStarts: Model['create'] = {
  async 'the sign-in page is open'(driver, path) {
    await openApp(driver, 'code');
    await startApp(driver);
    const isAsserted = caseNamesOf(path).includes(asserted);
    setTestData(driver, { formUser: await (isAsserted ? withPasskey : createConfirmedUser)(driver) });
    await (await driver.interceptor('customer record')).disable();
  },
};

export const passkeyExecutors: Model['events'] = {
  'a passkey is requested': {
    when: (before) => !before.hasTag('busy'),
    execute: (driver) => driver.screens.signIn.requestPasskey(required(testDataOf(driver).formUser)),
  },
  'the guest opens another page': {
    async execute({ page, screens: { signIn, signUp } }) {
      await signIn.createAccount.click();
      await signUp.heading.waitFor();
      await page.goBack();
      await signIn.heading.waitFor();
    },
  },
  [asserted]: { execute: continueRequest('passkey request') },
  'assertPasskey answers: the account has no passkey': { execute: continueRequest('passkey request') },
  'assertPasskey fails': { execute: breakReply('passkey request') },
  'answerPasskey answers: done': { execute: acceptPasskeyAnswer },
  'answerPasskey answers: the sign-in took too long': { execute: answerPasskeyTooLate },
  'answerPasskey answers: the password was reset': { execute: resetInsteadOfPasskey },
  'answerPasskey fails': { execute: breakReply('passkey answer') },
};
