import type { Page } from '@playwright/test';
import { activityScreen } from './activity.ts';
import { billingScreen } from './billing.ts';
import { challengeScreen } from './challenge.ts';
import { checkoutScreen } from './checkout.ts';
import { dashboardScreen, headerScreen } from './dashboard.ts';
import { forgotPasswordScreen } from './forgot-password.ts';
import { ledgerScreen } from './ledger.ts';
import { profileScreen } from './profile.ts';
import { resetPasswordScreen } from './reset-password.ts';
import { securityScreen } from './security.ts';
import { signInScreen } from './sign-in.ts';
import { signUpScreen } from './sign-up.ts';
import { verifyEmailScreen } from './verify-email.ts';

const noticesOf = (page: Page) => {
  const toasts = page.getByRole('region', { name: /^Notifications/ });
  const main = page.getByRole('main');
  /** The toasts that aren't fading out. A toast that is fading out has no status role. */
  const standing = toasts.getByRole('status');
  return {
    toast: (text: string) => toasts.getByText(text, { exact: true }).and(standing),
    toasts: standing,
    error: main.getByRole('alert'),
    errorLines: main.getByRole('alert').getByRole('paragraph'),
    success: (text: string) => main.getByRole('status').getByText(text, { exact: true }),
  };
};

export const screensOf = (page: Page) => ({
  signUp: signUpScreen(page),
  verifyEmail: verifyEmailScreen(page),
  signIn: signInScreen(page),
  challenge: challengeScreen(page),
  forgotPassword: forgotPasswordScreen(page),
  resetPassword: resetPasswordScreen(page),
  header: headerScreen(page),
  dashboard: dashboardScreen(page),
  checkout: checkoutScreen(page),
  ledger: ledgerScreen(page),
  activity: activityScreen(page),
  billing: billingScreen(page),
  security: securityScreen(page),
  profile: profileScreen(page),
  notices: noticesOf(page),
});

export type Screens = ReturnType<typeof screensOf>;
