import { expect } from '@playwright/test';
import type { verificationMachine } from '#machines/account/verification.ts';
import {
  challengePath,
  expectBannerAtSignIn,
  expectFailure,
  expectPlace,
  expectToast,
  expectVerification,
  expectWelcome,
  expectWork,
} from './auth.assertions.ts';
import { testDataOf } from './auth.test-data.ts';
import type { Driver } from './driver.ts';
import type { ScreenSut } from './sut.ts';

type Model = ScreenSut<typeof verificationMachine>;

const waitingForLink = 'Waiting for you to open the link...';
const verified = 'Email verified! Account is ready.';

const expectResending = async ({ page }: Driver): Promise<void> => {
  const button = page.getByRole('button', { name: /^Resend (Code|Link)$/ });
  await expect(button).toHaveAttribute('aria-busy', 'true');
};

const expectWaitForLink = async ({ page }: Driver): Promise<void> => {
  await expectPlace(page, '/verify-email');
  await expect(page.getByText(waitingForLink, { exact: true })).toBeVisible();
};

/** An ended verification shows in the state in which the account continues. */
export const verificationStateAssertions: Model['states'] = {
  'by-code.waiting': async (driver, { context: { failure } }) => {
    const { screens } = driver;
    await expectFailure(driver, failure);
    await expectVerification(driver, testDataOf(driver).isSent);
    await expect(screens.verifyEmail.submit).not.toHaveAttribute('aria-busy', 'true');
  },
  'by-code.confirming': (driver) => expectWork(driver, '/verify-email', 'Verify Email'),
  'by-code.resending': expectResending,
  'by-link.poll.pausing': expectWaitForLink,
  'by-link.poll.trying': expectWaitForLink,
  'by-link.mail.sent': async (driver, { context: { failure } }) => {
    await expectVerification(driver, testDataOf(driver).isSent);
    await expectFailure(driver, failure);
  },
  'by-link.mail.resending': expectResending,
  verified: async (driver, { output }) => {
    if (output?.outcome === 'confirmed') {
      await expectToast(driver, verified);
      return expectBannerAtSignIn(driver, 'Email verified! Please sign in to complete setup.');
    }
    if (output?.outcome === 'already-confirmed') {
      await expectToast(driver, verified);
      return expectBannerAtSignIn(driver, 'Your email is verified. Please sign in.');
    }
    if (output?.outcome === 'reset-required') return expectPlace(driver.page, '/reset-password');
    await expectToast(driver, verified);
    if (output?.outcome === 'challenged') return expectPlace(driver.page, challengePath);
    return expectWelcome(driver);
  },
  unconfirmed: (driver) =>
    expectBannerAtSignIn(driver, 'Please confirm your account and use your credentials to sign in.'),
};
