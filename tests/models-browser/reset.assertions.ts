import { expect } from '@playwright/test';
import type { resetMachine } from '#machines/account/reset.ts';
import {
  expectBannerAtSignIn,
  expectFailure,
  expectReset,
  expectToast,
  expectWork,
} from './auth.assertions.ts';
import type { ScreenSut } from './sut.ts';

type Model = ScreenSut<typeof resetMachine>;

export const resetStateAssertions: Model['states'] = {
  waiting: async (driver, { context: { failure } }) => {
    await expectFailure(driver, failure, failure?.step === 'resend-code' ? 'resend-reset-code' : undefined);
    await expectReset(driver);
  },
  resetting: (driver) => expectWork(driver, '/reset-password', 'Reset Password'),
  resending: async ({ page }) => {
    const button = page.getByRole('button', { name: 'Resend Code', exact: true });
    await expect(button).toHaveAttribute('aria-busy', 'true');
  },
  done: async (driver) => {
    await expectToast(driver, 'Password reset successfully! You can now sign in with your new password.');
    await expectBannerAtSignIn(driver, 'Password reset successful! Please sign in with your new password.');
  },
};
