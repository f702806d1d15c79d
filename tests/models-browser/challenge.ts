import { expect } from '@playwright/test';
import type { SecondFactor, SignInChallenge } from '#machines/account/auth.types.ts';
import { authenticatorCode, createUserWithFactors, requireNewPassword } from '#tests/browser/factors.ts';
import { newPerson, type Person } from '#tests/browser/people.ts';
import { caseNamesOf, type EventCaseName, type TestPath } from '#tests/model-testing/test-model.ts';
import { challengeModel } from '#tests/models/machines/challenge.ts';
import * as auth from './auth.actions.ts';
import {
  challengePath,
  expectChallengeEnd,
  expectFailure,
  expectPlace,
  expectWelcome,
} from './auth.assertions.ts';
import { createConfirmedUser, testDataOf } from './auth.test-data.ts';
import { type Act, continueRequest, type Driver, type EventExecutor, type ScreenSut } from './driver.ts';

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
      driver.console,
      person,
      factors.map((factor) => poolFactors[factor]),
    );
    auth.setTestData(driver, { authenticatorSecret });
    return person;
  };

export const withTemporaryPassword = async (driver: Driver): Promise<Person> => {
  const person = await createConfirmedUser(driver);
  await requireNewPassword(driver.console, person.email);
  return person;
};

/** Continues the sign-in with the typed password, which leads to a challenge. */
export const acceptPassword: Act = async (driver) => {
  auth.setTestData(driver, { challenged: testDataOf(driver).formUser });
  await (await driver.interceptor('sign-in')).continue();
};

/** Continues a sign-in at which the pool requires an authenticator. Later sign-ins don't need one. */
export const acceptPasswordBeforeSetup: Act = async (driver) => {
  await driver.pool.set({ mfa: 'ON' });
  await acceptPassword(driver);
  await driver.screens.challenge.headings.setup.waitFor();
  await driver.pool.set({ mfa: 'OPTIONAL' });
};

/** Opens a challenge and reloads the page, which continues the sign-in. */
export const restoreChallenge: Act = async (driver) => {
  const { page, screens } = driver;
  const challenged = await withFactors('authenticator-code')(driver);
  const configuration = await driver.interceptor('configuration of the app');
  await auth.startAppAt(driver, auth.places.signIn);
  await screens.signIn.signIn(challenged);
  await (await driver.interceptor('sign-in')).continue();
  await screens.challenge.headings.app.waitFor();
  configuration.enable();
  auth.setTestData(driver, { challenged });
  await page.reload({ waitUntil: 'commit' });
  await auth.startApp(driver);
};

/** Prepares the right code or password for the challenge on screen. */
export const rightCode: Act = async (driver) => {
  const { console, screens } = driver;
  const { headings, setupKey } = screens.challenge;
  const asked = headings.app
    .or(headings.phone)
    .or(headings.email)
    .or(headings.setup)
    .or(headings.newPassword);
  await asked.waitFor();
  if (await headings.newPassword.isVisible()) return auth.setTestData(driver, { code: newPassword });
  if ((await headings.phone.isVisible()) || (await headings.email.isVisible()))
    return auth.setTestData(driver, {
      code: await console.mail(auth.required(testDataOf(driver).challenged).email),
    });
  const isSetUp = await headings.setup.isVisible();
  const secret = isSetUp ? ((await setupKey.textContent()) ?? '') : testDataOf(driver).authenticatorSecret;
  auth.setTestData(driver, { code: authenticatorCode(secret) });
};

export const answerWithCode: Act = (driver) => driver.screens.challenge.answer(auth.takeCode(driver));

export const leaveChallenge: Act = ({ screens }) => screens.challenge.back.click();

export const acceptAnswer: Act = async (driver) => {
  auth.setTestData(driver, { customer: auth.required(testDataOf(driver).challenged) });
  await (await driver.interceptor('challenge answer')).continue();
};

export const resetInsteadOfAnswer: Act = async (driver) => {
  const resetting = auth.required(testDataOf(driver).challenged);
  await driver.pool.resetPassword(resetting.email);
  auth.setTestData(driver, { resetting });
  await auth.refuse('challenge answer')(driver);
};

export const answerTooLate: Act = async (driver) => {
  await driver.pool.shiftClock(auth.longSignIn * 1_000 + 1);
  await auth.refuse('challenge answer')(driver);
  await driver.pool.shiftClock(0);
};

type CaseName = EventCaseName<typeof challengeModel>;
type Model = ScreenSut<typeof challengeModel>;

const expectChallenge =
  (name: keyof Driver['screens']['challenge']['headings']): Model['states'][string] =>
  async (driver, { context: { failure } }) => {
    const { page, screens } = driver;
    await expectPlace(page, challengePath);
    await expect(screens.challenge.headings[name]).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectFailure(driver, failure);
  };

type When = NonNullable<EventExecutor<typeof challengeModel>['when']>;

const weakPassword = 'difference';
const strongPassword = 'Difference-1822?';

const signInAs =
  (find: (driver: Driver) => Promise<Person>, accept: Act = acceptPassword): Act =>
  async (driver) => {
    await auth.openApp(driver, 'code');
    await auth.startApp(driver);
    const formUser = await find(driver);
    auth.setTestData(driver, { formUser });
    await driver.screens.signIn.signIn(formUser);
    await accept(driver);
    await (await driver.interceptor('customer record')).disable();
  };

const meets =
  (...names: readonly SignInChallenge['name'][]): When =>
  ({ context: { challenge } }) =>
    names.includes(challenge.name);
const meetsCode = meets('authenticator-code', 'text-message-code', 'email-code', 'authenticator-setup');
const meetsPassword = meets('new-password');

const refusedAnswers: ReadonlySet<string> = new Set<CaseName>([
  'answerChallenge answers: a wrong code',
  'answerChallenge fails',
]);

/** Returns whether the app can follow a path. The third wrong code would end the sign-in. */
const isChallengeFeasible = (path: TestPath): boolean =>
  caseNamesOf(path).filter((name) => refusedAnswers.has(name)).length < 3;

export const challengeSut: ScreenSut<typeof challengeModel> = {
  model: challengeModel,
  create: {
    'an authenticator’s code is required': signInAs(withFactors('authenticator-code')),
    'a text message’s code is required': signInAs(withFactors('text-message-code')),
    'an email’s code is required': signInAs(withFactors('email-code')),
    'a choice is required': signInAs(withFactors('authenticator-code', 'email-code')),
    'an authenticator must be set up': signInAs(createConfirmedUser, acceptPasswordBeforeSetup),
    'a new password is required': signInAs(withTemporaryPassword),
  },
  events: {
    'the challenge is answered with a code': { when: meetsCode, execute: answerWithCode },
    'a second factor is chosen': {
      when: meets('factor-choice'),
      execute: ({ screens }) => screens.challenge.sendEmail.click(),
    },
    'the challenge is answered with a password': {
      when: meetsPassword,
      async execute(driver) {
        const { code } = testDataOf(driver);
        auth.setTestData(driver, { code: null });
        await driver.screens.challenge.choosePassword(code ?? weakPassword);
      },
    },
    'the challenge is left': leaveChallenge,
    'a failed answer is dismissed': {
      // Correct the refused field, which dismisses the failure.
      when: (before) => meetsPassword(before) && before.context.failure?.name === 'password-invalid',
      execute: ({ screens }) => screens.challenge.newPassword.fill(strongPassword),
    },
    'answerChallenge answers: done': {
      when: (before) => meetsCode(before) || meetsPassword(before),
      prepare: rightCode,
      execute: acceptAnswer,
    },
    'answerChallenge answers: an email’s code is required': {
      when: meets('factor-choice'),
      execute: continueRequest('challenge answer'),
    },
    'answerChallenge answers: a wrong code': { when: meetsCode, execute: auth.refuse('challenge answer') },
    'answerChallenge answers: a weak password': {
      when: meetsPassword,
      execute: auth.refuse('challenge answer'),
    },
    'answerChallenge answers: the password was reset': resetInsteadOfAnswer,
    'answerChallenge answers: the sign-in took too long': answerTooLate,
    'answerChallenge fails': {
      when: (before) => meetsCode(before) || meetsPassword(before),
      execute: auth.breakRefusal('challenge answer'),
    },
  },
  states: {
    'waiting.authenticator-code': expectChallenge('app'),
    'waiting.text-message-code': expectChallenge('phone'),
    'waiting.email-code': expectChallenge('email'),
    'waiting.factor-choice': expectChallenge('choice'),
    'waiting.authenticator-setup': expectChallenge('setup'),
    'waiting.new-password': expectChallenge('newPassword'),
    responding: async ({ page }) => {
      await expectPlace(page, challengePath);
      await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(1);
    },
    proven: expectWelcome,
    ended: async (driver, { output }) => {
      if (output?.outcome === 'ended') return expectChallengeEnd(driver);
      await expectPlace(driver.page, '/reset-password');
      await expect(driver.screens.notices.success('Password reset required for the user')).toBeVisible();
    },
    canceled: async (driver) => {
      await expectPlace(driver.page, '/login');
      await expect(driver.screens.signIn.heading).toBeVisible();
    },
  },
  emitted: {},
  exempt: {},
  isFeasible: isChallengeFeasible,
};
