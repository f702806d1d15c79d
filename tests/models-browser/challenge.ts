import { expect } from '@playwright/test';
import type { SignInChallenge } from '#machines/account/auth.types.ts';
import type { Person } from '#tests/browser/people.ts';
import { caseNamesOf, type EventCaseName, type TestPath } from '#tests/model-testing/test-model.ts';
import { challengeModel } from '#tests/models/machines/challenge.ts';
import { type Act, continueRequest } from './acts.ts';
import { breakRefusal, openApp, refuse, setTestData, startApp } from './auth.actions.ts';
import {
  challengePath,
  expectChallengeEnd,
  expectFailure,
  expectPlace,
  expectWelcome,
} from './auth.assertions.ts';
import { createConfirmedUser, testDataOf } from './auth.test-data.ts';
import {
  acceptAnswer,
  acceptPassword,
  acceptPasswordBeforeSetup,
  answerTooLate,
  answerWithCode,
  leaveChallenge,
  resetInsteadOfAnswer,
  rightCode,
  withFactors,
  withTemporaryPassword,
} from './challenge.actions.ts';
import type { Driver } from './driver.ts';
import type { EventExecutor, ScreenSut } from './sut.ts';

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
    await openApp(driver, 'code');
    await startApp(driver);
    const formUser = await find(driver);
    setTestData(driver, { formUser });
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

/** The third wrong code ends a sign-in. */
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
        setTestData(driver, { code: null });
        await driver.screens.challenge.choosePassword(code ?? weakPassword);
      },
    },
    'the challenge is left': leaveChallenge,
    'a failed answer is dismissed': {
      // A correction of the refused field dismisses it.
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
    'answerChallenge answers: a wrong code': { when: meetsCode, execute: refuse('challenge answer') },
    'answerChallenge answers: a password too weak': {
      when: meetsPassword,
      execute: refuse('challenge answer'),
    },
    'answerChallenge answers: the password was reset': resetInsteadOfAnswer,
    'answerChallenge answers: the sign-in took too long': answerTooLate,
    'answerChallenge fails': {
      when: (before) => meetsCode(before) || meetsPassword(before),
      execute: breakRefusal('challenge answer'),
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
