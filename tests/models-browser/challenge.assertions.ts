import { expect } from '@playwright/test';
import type { challengeMachine } from '#machines/account/challenge.ts';
import {
  challengePath,
  expectChallengeEnd,
  expectFailure,
  expectPlace,
  expectWelcome,
} from './auth.assertions.ts';
import type { Driver } from './driver.ts';
import type { ScreenSut } from './sut.ts';

type Model = ScreenSut<typeof challengeMachine>;

const expectChallenge =
  (name: keyof Driver['screens']['challenge']['headings']): Model['states'][string] =>
  async (driver, { context: { failure } }) => {
    const { page, screens } = driver;
    await expectPlace(page, challengePath);
    await expect(screens.challenge.headings[name]).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectFailure(driver, failure);
  };

export const challengeStateAssertions: Model['states'] = {
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
};
