import { expect } from '@playwright/test';
import type { authMachine } from '#machines/auth.ts';
import type { AuthFailure } from '#machines/auth.types.ts';
import { testDataOf } from './auth.test-data.ts';
import type { BrowserTestModel } from './browser-test-model.ts';
import type { Driver } from './driver.ts';

type Model = BrowserTestModel<typeof authMachine>;

const challengePath = '/login/challenge';
const waitingForLink = 'Waiting for you to open the link...';

const failureTexts: Readonly<
  Record<AuthFailure['step'] | 'resend-reset-code', { readonly at: string; readonly texts: object }>
> = {
  'sign-up': {
    at: '/signup',
    texts: {
      'username-exists': 'An account with this email already exists',
      unknown: 'Failed to create account',
    },
  },
  'sign-in': {
    at: '/login',
    texts: { 'not-authorized': 'Incorrect username or password.', unknown: 'Failed to sign in' },
  },
  'hosted-sign-in': {
    at: '/login',
    texts: { 'not-authorized': 'Failed to sign in', unknown: 'Failed to sign in' },
  },
  'request-reset': {
    at: '/forgot-password',
    texts: {
      'user-not-found': 'No account found with this email address',
      unknown: 'Failed to send reset code',
    },
  },
  'verify-email': {
    at: '/verify-email',
    texts: {
      'code-mismatch': 'Invalid verification code provided, please try again.',
      unknown: 'Invalid verification code',
    },
  },
  'confirm-reset': {
    at: '/reset-password',
    texts: {
      'code-expired': 'Verification code has expired. Please request a new one',
      unknown: 'Failed to reset password',
    },
  },
  challenge: {
    at: challengePath,
    texts: {
      'code-mismatch': 'Invalid verification code',
      'password-invalid': 'Password must be at least 8 characters',
      unknown: 'Failed to sign in',
    },
  },
  'resend-code': {
    at: '',
    texts: {
      'limit-exceeded': 'Too many requests. Please try again later',
      unknown: 'Failed to resend',
    },
  },
  'resend-reset-code': {
    at: '/reset-password',
    texts: {
      'limit-exceeded': 'Too many requests. Please try again later',
      unknown: 'Failed to send reset code',
    },
  },
  'sign-out': { at: '/dashboard', texts: {} },
};

const expectFailure = async (
  { page }: Driver,
  failure: AuthFailure | null,
  told: keyof typeof failureTexts = failure?.step ?? 'sign-out',
): Promise<void> => {
  const alert = page.getByRole('alert');
  if (failure === null || failure.step === 'sign-out') return expect(alert).toHaveCount(0);
  const { at, texts } = failureTexts[told];
  const text: unknown = Reflect.get(texts, failure.name);
  if (typeof text !== 'string') throw new Error(`There is no text for the failure ${failure.name}`);
  await expect(alert).toContainText(text);
  if (at !== '') await expectPlace(page, at);
};

const expectPlace = (page: Driver['page'], path: string): Promise<void> =>
  expect(page).toHaveURL((url) => url.pathname === path);

const expectWork = async ({ page }: Driver, path: string, button: string): Promise<void> => {
  await expectPlace(page, path);
  await expect(page.getByRole('button', { name: button, exact: true })).toHaveAttribute('aria-busy', 'true');
};

const guestPages: Readonly<Record<string, string>> = {
  '/login': 'Sign in',
  '/signup': 'Create your account',
  '/forgot-password': 'Forgot your password?',
};

const expectGuestPage = async ({ page }: Driver): Promise<void> => {
  await expect(page).toHaveURL(({ pathname }) => pathname in guestPages);
  const name = guestPages[new URL(page.url()).pathname] ?? '';
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
};

const expectResending = async ({ page }: Driver): Promise<void> => {
  const button = page.getByRole('button', { name: /^Resend (Code|Link)$/ });
  await expect(button).toHaveAttribute('aria-busy', 'true');
};

const expectWelcome = async (driver: Driver): Promise<void> => {
  await expectPlace(driver.page, '/dashboard');
  await expect(driver.screens.dashboard.welcome(testDataOf(driver).customer.firstName)).toBeVisible();
};

const expectChallenge =
  (name: keyof Driver['screens']['challenge']['headings']): Model['stateAssertions'][string] =>
  async (driver, { context: { failure } }) => {
    const { page, screens } = driver;
    await expectPlace(page, challengePath);
    await expect(screens.challenge.headings[name]).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    // This page doesn't show failures of other pages, such as a link.
    const isLeft = failure !== null && failureTexts[failure.step].at !== challengePath;
    await expectFailure(driver, isLeft ? null : failure);
  };

const challengeStateAssertions: Model['stateAssertions'] = {
  'signed-out.challenged.waiting.authenticator-code': expectChallenge('app'),
  'signed-out.challenged.waiting.text-message-code': expectChallenge('phone'),
  'signed-out.challenged.waiting.email-code': expectChallenge('email'),
  'signed-out.challenged.waiting.factor-choice': expectChallenge('choice'),
  'signed-out.challenged.waiting.authenticator-setup': expectChallenge('setup'),
  'signed-out.challenged.waiting.new-password': expectChallenge('newPassword'),
  'signed-out.challenged.responding': async ({ page }) => {
    await expectPlace(page, challengePath);
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(1);
  },
};

export const authStateAssertions: Model['stateAssertions'] = {
  'loading.restoring': async ({ page }) => {
    // If the page shows anything yet, the build rendered it.
    await page.waitForFunction(() => 'takeEarlyIntent' in window);
  },
  'loading.completing-hosted-sign-in': async ({ page }) => {
    await expect(page.getByText('Loading Credits...', { exact: true })).toBeVisible();
    await expect(page).not.toHaveURL(/code=/);
  },

  'signed-out.idle': async (driver, { context: { failure } }) => {
    await expectGuestPage(driver);
    // A page doesn't show the failure of the page before it.
    const isLeft = failure !== null && !(failureTexts[failure.step].at in guestPages);
    await expectFailure(driver, isLeft ? null : failure);
  },
  'signed-out.signing-up': (driver) => expectWork(driver, '/signup', 'Create Account'),
  'signed-out.signing-in': (driver) => expectWork(driver, '/login', 'Sign In'),
  ...challengeStateAssertions,
  'signed-out.requesting-reset': (driver) => expectWork(driver, '/forgot-password', 'Send Code'),
  'signed-out.opening-hosted-sign-in': (driver) =>
    expectWork(driver, '/login', 'Sign in with single sign-on'),
  'signed-out.opening-hosted-sign-out': (driver) =>
    expectWork(driver, '/login', 'Sign in with single sign-on'),

  'pending-verification.waiting': async (driver, { context: { failure, verificationCode } }) => {
    const { page, screens } = driver;
    await expectFailure(driver, failure);
    // The hosted pages lead back to the sign-in page.
    if (failure?.step === 'hosted-sign-in') return;
    if (new URL(page.url()).pathname === '/login') return expectGuestPage(driver);
    await expectPlace(page, '/verify-email');
    await expect(screens.verifyEmail.heading).toBeVisible();
    const { verifying } = testDataOf(driver);
    const sent = `We sent a 6-digit code to ${verifying?.email}.`;
    const unsent = `Enter the 6-digit code for ${verifying?.email}.`;
    // The model knows one person, so the code it knows may belong to another account.
    const isEither = verificationCode !== null && failure?.step === 'resend-code';
    const lead = page.getByText(verificationCode === null ? unsent : sent);
    await expect(isEither ? lead.or(page.getByText(unsent)) : lead).toBeVisible();
    await expect(screens.verifyEmail.submit).not.toHaveAttribute('aria-busy', 'true');
  },
  'pending-verification.confirming': (driver) => expectWork(driver, '/verify-email', 'Verify Email'),
  'pending-verification.resending': expectResending,
  'pending-verification.awaiting-link.poll.pausing': async ({ page }) => {
    await expectPlace(page, '/verify-email');
    await expect(page.getByText(waitingForLink, { exact: true })).toBeVisible();
  },
  'pending-verification.awaiting-link.poll.trying': async ({ page }) => {
    await expectPlace(page, '/verify-email');
    await expect(page.getByText(waitingForLink, { exact: true })).toBeVisible();
  },
  'pending-verification.awaiting-link.mail.sent': async (
    driver,
    { context: { failure, verificationCode } },
  ) => {
    const email = testDataOf(driver).verifying?.email;
    const lead =
      verificationCode === null ? `Open the link for ${email},` : `We sent a link to ${email}. Open it`;
    await expect(driver.page.getByText(`${lead} and you'll be signed in here.`)).toBeVisible();
    await expectFailure(driver, failure);
  },
  'pending-verification.awaiting-link.mail.resending': expectResending,

  'pending-reset.waiting': async (driver, { context: { failure } }) => {
    const { page, screens } = driver;
    await expectFailure(driver, failure, failure?.step === 'resend-code' ? 'resend-reset-code' : undefined);
    if (failure?.step === 'hosted-sign-in') return;
    if (new URL(page.url()).pathname === '/login') return expectGuestPage(driver);
    await expectPlace(page, '/reset-password');
    await expect(screens.resetPassword.heading).toBeVisible();
    const { resetting } = testDataOf(driver);
    await expect(page.getByText(`Enter the code we sent to ${resetting?.email}`)).toBeVisible();
    await expect(screens.resetPassword.submit).not.toHaveAttribute('aria-busy', 'true');
  },
  'pending-reset.resetting': (driver) => expectWork(driver, '/reset-password', 'Reset Password'),
  'pending-reset.resending': expectResending,

  'signed-in.registering': async ({ screens: { dashboard } }) => {
    await expect(dashboard.signOut).toBeHidden();
  },
  'signed-in.active': async (driver, { context: { failure } }) => {
    const { page, screens } = driver;
    if (new URL(page.url()).pathname === '/verify-email')
      await expect(screens.verifyEmail.heading).toBeVisible();
    else {
      await expectWelcome(driver);
      await expect(screens.dashboard.signOut).toBeEnabled();
    }
    if (failure?.step === 'verify-email' || failure?.step === 'resend-code')
      await expectFailure(driver, failure);
  },
  'signed-in.confirming': (driver) => expectWork(driver, '/verify-email', 'Verify Email'),
  'signed-in.resending': expectResending,
  'signed-in.signing-out': (driver) => expectWork(driver, '/dashboard', 'Sign Out'),
  'signed-in.leaving': (driver) => expectWork(driver, '/dashboard', 'Sign Out'),
};

const expectToast = ({ screens: { notices } }: Driver, text: string): Promise<void> =>
  expect(notices.toast(text)).toBeVisible();

const expectBannerAtSignIn = async ({ page, screens: { notices } }: Driver, text: string): Promise<void> => {
  await expectPlace(page, '/login');
  await expect(notices.success(text)).toBeVisible();
};

export const authEmittedEventAssertions: Model['emittedEventAssertions'] = {
  'account.created': async (driver) => {
    const { verification } = testDataOf(driver);
    await expectToast(driver, `Account created! Please check your email for a verification ${verification}.`);
    await expectPlace(driver.page, '/verify-email');
  },
  'account.waiting': async ({ page }, { reason }) => {
    await expectPlace(page, '/verify-email');
    const words =
      reason === 'answer-lost' ? 'Your account is waiting for its' : 'Your account was created, but the';
    await expect(page.getByRole('main').getByRole('status').filter({ hasText: words })).toBeVisible();
  },
  'reset.required': async ({ page, screens: { notices } }) => {
    await expectPlace(page, '/reset-password');
    await expect(notices.success('Password reset required for the user')).toBeVisible();
  },
  'email.already-verified': async (driver, _emitted, snapshot) => {
    await expectToast(driver, 'Email verified! Account is ready.');
    if (snapshot.matches('signed-out'))
      await expectBannerAtSignIn(driver, 'Your email is verified. Please sign in.');
    else await expectWelcome(driver);
  },
  'verification.required': async ({ page, screens: { notices } }) => {
    await expectPlace(page, '/verify-email');
    await expect(notices.success('User is not confirmed.')).toBeVisible();
  },
  'challenge.required': ({ page }) => expectPlace(page, challengePath),
  'challenge.ended': async ({ page }) => {
    await expectPlace(page, '/login');
    await expect(
      page.getByText('Your sign-in took too long, or too many codes were wrong. Please sign in again.'),
    ).toBeVisible();
  },
  'email.verified': async (driver, _emitted, snapshot) => {
    await expectToast(driver, 'Email verified! Account is ready.');
    if (snapshot.matches('signed-out'))
      await expectBannerAtSignIn(driver, 'Email verified! Please sign in to complete setup.');
    else await expectWelcome(driver);
  },
  'link.confirmed': (driver) => expectToast(driver, 'Email verified! Account is ready.'),
  'link.unconfirmed': (driver) =>
    expectBannerAtSignIn(driver, 'Please confirm your account and use your credentials to sign in.'),
  'code.sent': (driver) =>
    expectToast(driver, `Verification ${testDataOf(driver).verification} sent to your email`),
  'reset.resent': (driver) => expectToast(driver, 'Password reset code sent to your email'),
  'code.unsent': (driver) => expectToast(driver, `Failed to resend ${testDataOf(driver).verification}`),
  'reset.sent': async (driver) => {
    await expectToast(driver, 'Password reset code sent to your email');
    await expectPlace(driver.page, '/reset-password');
  },
  'password.reset': async (driver) => {
    await expectToast(driver, 'Password reset successfully! You can now sign in with your new password.');
    await expectBannerAtSignIn(driver, 'Password reset successful! Please sign in with your new password.');
  },
  'signed-in': async (driver) => {
    await expectToast(driver, 'Welcome back!');
    await expectWelcome(driver);
  },
  // A visitor on the page for a code stays there.
  'session.replaced': (driver) =>
    new URL(driver.page.url()).pathname === '/verify-email'
      ? expect(driver.screens.verifyEmail.heading).toBeVisible()
      : expectWelcome(driver),
  'signed-out': async (driver) => {
    await expectToast(driver, 'Signed out successfully');
    await expectPlace(driver.page, '/login');
  },
  'sign-out.failed': (driver) => expectToast(driver, 'Failed to sign out'),
  'hosted-sign-out.begun': ({ page }) => expectPlace(page, '/login'),
  'hosted-sign-out.failed': (driver) => expectToast(driver, 'Signout timeout fail'),
  'session.lost': async (driver) => {
    await expectToast(driver, 'Your session has ended. Please sign in again.');
    await expectPlace(driver.page, '/login');
  },
  'session.unreachable': (driver) =>
    expectToast(driver, "The account service is unavailable right now. You're still signed in."),
  // The app only logs this, and the fixture `pageErrors` checks the log.
  'customer.unregistered': async () => undefined,
};
