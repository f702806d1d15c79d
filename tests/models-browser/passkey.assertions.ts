import { expect } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import type { passkeyMachine } from '#machines/account/passkey.ts';
import { expectFailure, expectPlace, expectReset, expectWelcome, expectWork } from './auth.assertions.ts';
import type { Driver } from './driver.ts';
import type { ScreenSut } from './sut.ts';

const expectRefusal = (driver: Driver, { context: { answer } }: SnapshotFrom<typeof passkeyMachine>) =>
  expectFailure(driver, {
    step: 'sign-in',
    ...(answer?.outcome === 'refused' ? answer.failure : { name: 'unknown', message: '' }),
  });

export const passkeyStateAssertions: ScreenSut<typeof passkeyMachine>['states'] = {
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
};
