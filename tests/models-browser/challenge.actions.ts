import type { SecondFactor } from '#machines/account/auth.types.ts';
import { authenticatorCode, createUserWithFactors, requireNewPassword } from '#tests/browser/factors.ts';
import { newPerson, type Person } from '#tests/browser/people.ts';
import type { Act } from './acts.ts';
import {
  longSignIn,
  places,
  refuse,
  required,
  setTestData,
  startApp,
  startAppAt,
  takeCode,
} from './auth.actions.ts';
import { createConfirmedUser, testDataOf } from './auth.test-data.ts';
import type { Driver } from './driver.ts';

const newPassword = 'Difference-1822?';

const poolFactors = {
  'authenticator-code': 'SOFTWARE_TOKEN_MFA',
  'text-message-code': 'SMS_MFA',
  'email-code': 'EMAIL_OTP',
} as const satisfies Readonly<Record<SecondFactor, string>>;

export const withFactors =
  (...factors: readonly SecondFactor[]) =>
  async (driver: Driver): Promise<Person> => {
    const person = newPerson();
    const authenticatorSecret = await createUserWithFactors(
      driver.addresses,
      person,
      factors.map((factor) => poolFactors[factor]),
    );
    setTestData(driver, { authenticatorSecret });
    return person;
  };

export const withTemporaryPassword = async (driver: Driver): Promise<Person> => {
  const person = await createConfirmedUser(driver);
  await requireNewPassword(driver.addresses, person.email);
  return person;
};

/** Lets through the password that was typed into the form. */
export const acceptPassword: Act = async (driver) => {
  setTestData(driver, { challenged: testDataOf(driver).formUser });
  await (await driver.interceptor('sign-in')).continue();
};

/** The pool requires an authenticator at this sign-in only. */
export const acceptPasswordBeforeSetup: Act = async (driver) => {
  await driver.pool.set({ mfa: 'ON' });
  await acceptPassword(driver);
  await driver.screens.challenge.headings.setup.waitFor();
  await driver.pool.set({ mfa: 'OPTIONAL' });
};

/** A reload of the page continues the sign-in. */
export const restoreChallenge: Act = async (driver) => {
  const { page, screens } = driver;
  const challenged = await withFactors('authenticator-code')(driver);
  const configuration = await driver.interceptor('configuration of the app');
  await startAppAt(driver, places.signIn);
  await screens.signIn.signIn(challenged);
  await (await driver.interceptor('sign-in')).continue();
  await screens.challenge.headings.app.waitFor();
  configuration.enable();
  setTestData(driver, { challenged });
  await page.reload({ waitUntil: 'commit' });
  await startApp(driver);
};

/** Prepares the code or password that meets the challenge on screen. */
export const rightCode: Act = async (driver) => {
  const { console, screens } = driver;
  const { headings, setupKey } = screens.challenge;
  const asked = headings.app
    .or(headings.phone)
    .or(headings.email)
    .or(headings.setup)
    .or(headings.newPassword);
  await asked.waitFor();
  if (await headings.newPassword.isVisible()) return setTestData(driver, { code: newPassword });
  if ((await headings.phone.isVisible()) || (await headings.email.isVisible()))
    return setTestData(driver, { code: await console.mail(required(testDataOf(driver).challenged).email) });
  const isSetUp = await headings.setup.isVisible();
  const secret = isSetUp ? ((await setupKey.textContent()) ?? '') : testDataOf(driver).authenticatorSecret;
  setTestData(driver, { code: authenticatorCode(secret) });
};

export const answerWithCode: Act = (driver) => driver.screens.challenge.answer(takeCode(driver));

export const leaveChallenge: Act = ({ screens }) => screens.challenge.back.click();

export const acceptAnswer: Act = async (driver) => {
  setTestData(driver, { customer: required(testDataOf(driver).challenged) });
  await (await driver.interceptor('challenge answer')).continue();
};

export const resetInsteadOfAnswer: Act = async (driver) => {
  const resetting = required(testDataOf(driver).challenged);
  await driver.pool.resetPassword(resetting.email);
  setTestData(driver, { resetting });
  await refuse('challenge answer')(driver);
};

export const answerTooLate: Act = async (driver) => {
  await driver.pool.shiftClock(longSignIn * 1_000 + 1);
  await refuse('challenge answer')(driver);
  await driver.pool.shiftClock(0);
};
