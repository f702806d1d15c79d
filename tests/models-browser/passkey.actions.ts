import { givePasskey } from '#tests/browser/passkeys.ts';
import type { Person } from '#tests/browser/people.ts';
import { type Act, continueRequest } from './acts.ts';
import { goTo, longSignIn, refuse, required, setTestData } from './auth.actions.ts';
import { createConfirmedUser, testDataOf } from './auth.test-data.ts';
import type { Driver } from './driver.ts';

export const withPasskey = async (driver: Driver): Promise<Person> => {
  const person = await createConfirmedUser(driver);
  await givePasskey(driver.page, driver.addresses, person);
  return person;
};

export const requestPasskey =
  (find: (driver: Driver) => Promise<Person>): Act =>
  async (driver) => {
    await goTo(driver, 'signIn');
    const formUser = await find(driver);
    setTestData(driver, { formUser });
    await driver.screens.signIn.requestPasskey(formUser);
  };

export const acceptPasskeyAnswer: Act = async (driver) => {
  setTestData(driver, { customer: required(testDataOf(driver).formUser) });
  await continueRequest('passkey answer')(driver);
};

/** The virtual authenticator signs at once. */
export const acceptPasskey: Act = async (driver) => {
  await continueRequest('passkey request')(driver);
  await acceptPasskeyAnswer(driver);
};

export const resetInsteadOfPasskey: Act = async (driver) => {
  const resetting = required(testDataOf(driver).formUser);
  setTestData(driver, { resetting });
  await driver.pool.resetPassword(resetting.email);
  await refuse('passkey answer')(driver);
};

export const answerPasskeyTooLate: Act = async (driver) => {
  await driver.pool.shiftClock(longSignIn * 1_000 + 1);
  await refuse('passkey answer')(driver);
  await driver.pool.shiftClock(0);
};
