import type { authMachine } from '#machines/auth.ts';
import type { SecondFactor, SignInChallenge } from '#machines/auth.types.ts';
import {
  authenticatorCode,
  createUserWithFactors,
  giveAuthenticator,
  requireNewPassword,
} from '#tests/browser/factors.ts';
import { newPerson, type Person } from '#tests/browser/people.ts';
import type { authModel } from '#tests/models/machines/auth.ts';
import type { EventCaseName } from '#tests/models/test-model.ts';
import {
  breakRefusal,
  continueRequest,
  filledInBy,
  longSignIn,
  openLink,
  places,
  refuse,
  required,
  setTestData,
  startApp,
  startAppAt,
  takeCode,
} from './auth.actions.ts';
import { createConfirmedUser, testDataOf } from './auth.test-data.ts';
import type { BrowserTestModel, EventExecutor } from './browser-test-model.ts';
import type { Driver } from './driver.ts';

type Model = BrowserTestModel<typeof authMachine, EventCaseName<typeof authModel>>;
type Executor = EventExecutor<typeof authMachine>;
type When = NonNullable<Executor['when']>;

const newPassword = 'Difference-1822?';
const weakPassword = 'difference';

const meets =
  (...names: readonly SignInChallenge['name'][]): When =>
  ({ context: { challenge } }) =>
    challenge !== null && names.includes(challenge.name);
const meetsCode = meets('SOFTWARE_TOKEN_MFA', 'SMS_MFA', 'EMAIL_OTP', 'MFA_SETUP');

const withFactors =
  (...factors: readonly SecondFactor[]) =>
  async (driver: Driver): Promise<Person> => {
    const person = newPerson();
    const authenticatorSecret = await createUserWithFactors(driver.addresses, person, factors);
    setTestData(driver, { authenticatorSecret });
    return person;
  };

const withTemporaryPassword = async (driver: Driver): Promise<Person> => {
  const person = await createConfirmedUser(driver);
  await requireNewPassword(driver.addresses, person.email);
  return person;
};

const challenge = (find: (driver: Driver) => Promise<Person>): Executor => ({
  prepare: filledInBy(find),
  async execute(driver) {
    setTestData(driver, { challenged: testDataOf(driver).formUser });
    await (await driver.interceptor('sign-in')).continue();
  },
});

const rightCode = async (driver: Driver): Promise<void> => {
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

export const challengeExecutors: Model['eventExecutors'] = {
  'restoreSession answers: a challenge was open': {
    async execute(driver) {
      const { page, screens } = driver;
      const challenged = await withFactors('SOFTWARE_TOKEN_MFA')(driver);
      const configuration = await driver.interceptor('configuration of the app');
      await startAppAt(driver, places.signIn);
      await screens.signIn.signIn(challenged);
      await (await driver.interceptor('sign-in')).continue();
      await screens.challenge.headings.app.waitFor();
      configuration.enable();
      setTestData(driver, { challenged });
      await page.reload({ waitUntil: 'commit' });
      await startApp(driver);
    },
  },
  'signIn answers: an authenticator’s code is asked for': challenge(withFactors('SOFTWARE_TOKEN_MFA')),
  'signIn answers: a text message’s code is asked for': challenge(withFactors('SMS_MFA')),
  'signIn answers: an email’s code is asked for': challenge(withFactors('EMAIL_OTP')),
  'signIn answers: a choice is asked for': challenge(withFactors('SOFTWARE_TOKEN_MFA', 'EMAIL_OTP')),
  'signIn answers: a new password is asked for': challenge(withTemporaryPassword),
  'signIn answers: an authenticator is to be set up': {
    prepare: filledInBy(createConfirmedUser),
    async execute(driver, before) {
      await driver.pool.set({ mfa: 'ON' });
      await challenge(createConfirmedUser).execute(driver, before);
      await driver.screens.challenge.headings.setup.waitFor();
      await driver.pool.set({ mfa: 'OPTIONAL' });
    },
  },
  'repeatSignIn answers: a code is asked for, too': {
    async execute(driver) {
      const challenged = await openLink(driver);
      const authenticatorSecret = await giveAuthenticator(driver.addresses, challenged.email);
      setTestData(driver, { challenged, authenticatorSecret, verifying: null });
      await (await driver.interceptor('sign-in')).continue();
    },
  },

  'a challenge is answered with a code': {
    when: meetsCode,
    execute: (driver) => driver.screens.challenge.answer(takeCode(driver)),
  },
  'a second factor is chosen': {
    when: meets('SELECT_MFA_TYPE'),
    execute: ({ screens }) => screens.challenge.sendEmail.click(),
  },
  'a challenge is answered with a password': {
    when: meets('NEW_PASSWORD_REQUIRED'),
    async execute(driver) {
      const { code } = testDataOf(driver);
      setTestData(driver, { code: null });
      await driver.screens.challenge.choosePassword(code ?? weakPassword);
    },
  },
  'a challenge is left': { execute: ({ screens }) => screens.challenge.back.click() },
  'answerChallenge answers: done': {
    when: (before) => meetsCode(before) || meets('NEW_PASSWORD_REQUIRED')(before),
    prepare: rightCode,
    async execute(driver) {
      setTestData(driver, { customer: required(testDataOf(driver).challenged) });
      await (await driver.interceptor('challenge answer')).continue();
    },
  },
  'answerChallenge answers: an email’s code is asked for': {
    when: meets('SELECT_MFA_TYPE'),
    execute: continueRequest('challenge answer'),
  },
  'answerChallenge answers: a wrong code': { when: meetsCode, execute: refuse('challenge answer') },
  'answerChallenge answers: a password too weak': {
    when: meets('NEW_PASSWORD_REQUIRED'),
    execute: refuse('challenge answer'),
  },
  'answerChallenge answers: the password was reset': {
    async execute(driver, before) {
      const resetting = required(testDataOf(driver).challenged);
      await driver.pool.resetPassword(resetting.email);
      setTestData(driver, { resetting });
      await refuse('challenge answer')(driver, before);
    },
  },
  'answerChallenge answers: the sign-in took too long': {
    async execute(driver, before) {
      await driver.pool.shiftClock(longSignIn * 1_000 + 1);
      await refuse('challenge answer')(driver, before);
      await driver.pool.shiftClock(0);
    },
  },
  'answerChallenge fails': {
    when: (before) => meetsCode(before) || meets('NEW_PASSWORD_REQUIRED')(before),
    execute: breakRefusal('challenge answer'),
  },
};
