import { expect } from '@playwright/test';
import type { AuthFailure, WaitingReason } from '#machines/account/auth.types.ts';
import type { authModel } from '#tests/models/machines/auth.ts';
import { testDataOf } from './auth.test-data.ts';
import type { Driver, ScreenSut } from './driver.ts';

type Model = ScreenSut<typeof authModel>;

export const challengePath = '/login/challenge';

type FailurePlace = AuthFailure['step'] | 'resend-reset-code';

const failurePlaces: Readonly<Partial<Record<FailurePlace, string>>> = {
  'sign-up': '/signup',
  'sign-in': '/login',
  'hosted-sign-in': '/login',
  'request-reset': '/forgot-password',
  'verify-email': '/verify-email',
  'confirm-reset': '/reset-password',
  challenge: challengePath,
  'resend-reset-code': '/reset-password',
};

const failureTexts: Readonly<Record<string, string>> = {
  'sign-up username-exists': 'An account with this email already exists',
  'sign-up unknown': 'Failed to create account',
  'sign-in not-authorized': 'Incorrect username or password.',
  'sign-in passkey-missing': 'This account has no passkey yet, or',
  'sign-in passkey-refused': 'This sign-in took too long.',
  'sign-in unknown': 'Failed to sign in',
  'hosted-sign-in not-authorized': 'Failed to sign in',
  'hosted-sign-in unknown': 'Failed to sign in',
  'request-reset user-not-found': 'No account found with this email address',
  'request-reset unknown': 'Failed to send reset code',
  'verify-email code-mismatch': 'Invalid verification code provided, please try again.',
  'verify-email unknown': 'Invalid verification code',
  'confirm-reset code-expired': 'Verification code has expired. Please request a new one',
  'confirm-reset unknown': 'Failed to reset password',
  'challenge code-mismatch': 'Invalid verification code',
  'challenge password-invalid': 'Password must be at least 8 characters',
  'challenge unknown': 'Failed to sign in',
  'resend-code limit-exceeded': 'Too many requests. Please try again later',
  'resend-code unknown': 'Failed to resend',
  'resend-reset-code limit-exceeded': 'Too many requests. Please try again later',
  'resend-reset-code unknown': 'Failed to send reset code',
};

export const expectFailure = async (
  { page }: Driver,
  failure: AuthFailure | null,
  told: FailurePlace = failure?.step ?? 'sign-out',
): Promise<void> => {
  const alert = page.getByRole('alert');
  if (failure === null || failure.step === 'sign-out') return expect(alert).toHaveCount(0);
  const text = failureTexts[`${told} ${failure.name}`];
  if (text === undefined) throw new Error(`There is no text for the failure ${failure.name}`);
  await expect(alert).toContainText(text);
  const place = failurePlaces[told];
  if (place !== undefined) await expectPlace(page, place);
};

export const expectPlace = (page: Driver['page'], path: string): Promise<void> =>
  expect(page).toHaveURL((url) => url.pathname === path);

export const expectWork = async ({ page }: Driver, path: string, button: string): Promise<void> => {
  await expectPlace(page, path);
  await expect(page.getByRole('button', { name: button, exact: true })).toHaveAttribute('aria-busy', 'true');
};

const guestPages: Readonly<Record<string, string>> = {
  '/login': 'Sign in',
  '/signup': 'Create your account',
  '/forgot-password': 'Forgot your password?',
};

export const expectGuestPage = async ({ page }: Driver): Promise<void> => {
  await expect(page).toHaveURL(({ pathname }) => pathname in guestPages);
  const name = guestPages[new URL(page.url()).pathname] ?? '';
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
};

export const expectWelcome = async (driver: Driver): Promise<void> => {
  await expectPlace(driver.page, '/dashboard');
  await expect(driver.screens.dashboard.welcome(testDataOf(driver).customer.firstName)).toBeVisible();
};

const leads = {
  code: {
    sent: (email: string) => `We sent a 6-digit code to ${email}.`,
    unsent: (email: string) => `Enter the 6-digit code for ${email}.`,
  },
  link: {
    sent: (email: string) => `We sent a link to ${email}. Open it and you'll be signed in here.`,
    unsent: (email: string) => `Open the link for ${email}, and you'll be signed in here.`,
  },
};

/** Expects the page that waits for a code or link. `isSent` is null if it is unknown whether an email was sent. */
export const expectVerification = async (driver: Driver, isSent: boolean | null): Promise<void> => {
  const { page, screens } = driver;
  await expectPlace(page, '/verify-email');
  await expect(screens.verifyEmail.heading).toBeVisible();
  const { verifying, verification } = testDataOf(driver);
  const { sent, unsent } = leads[verification];
  const email = verifying?.email ?? '';
  const either = page.getByText(sent(email)).or(page.getByText(unsent(email)));
  await expect(isSent === null ? either : page.getByText((isSent ? sent : unsent)(email))).toBeVisible();
};

/** Expects the page that waits for a reset code. */
export const expectReset = async (driver: Driver): Promise<void> => {
  const { page, screens } = driver;
  await expectPlace(page, '/reset-password');
  await expect(screens.resetPassword.heading).toBeVisible();
  const { resetting } = testDataOf(driver);
  await expect(page.getByText(`Enter the code we sent to ${resetting?.email}`)).toBeVisible();
  await expect(screens.resetPassword.submit).not.toHaveAttribute('aria-busy', 'true');
};

export const expectChallengeEnd = async ({ page }: Driver): Promise<void> => {
  await expectPlace(page, '/login');
  await expect(
    page.getByText('Your sign-in took too long, or too many codes were wrong. Please sign in again.'),
  ).toBeVisible();
};

/** Expects the sign-in page, inert until the browser leaves for the hosted pages. */
export const expectDeparture = async ({ page }: Driver): Promise<void> => {
  await expectPlace(page, '/login');
  const button = page.getByRole('button', { name: 'Sign in with single sign-on', exact: true });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
};

export const expectReturn = async ({ page }: Driver): Promise<void> => {
  await expect(page.getByText('Loading Credits...', { exact: true })).toBeVisible();
  await expect(page).not.toHaveURL(/code=/);
};

export const authStateAssertions: Model['states'] = {
  'loading.restoring': async ({ page }) => {
    // Check for the prerendered page's script, because the page shows at most prerendered content now.
    await page.waitForFunction(() => 'takeEarlyIntent' in window);
  },
  'loading.completing-hosted-sign-in': expectReturn,

  'guest.signed-out': async (driver, { context: { failure } }) => {
    await expectGuestPage(driver);
    await expectFailure(driver, failure);
  },
  'signing-up': (driver) => expectWork(driver, '/signup', 'Create Account'),
  'signing-in': (driver) => expectWork(driver, '/login', 'Sign In'),
  'guest.challenged': async ({ page, screens }) => {
    await expectPlace(page, challengePath);
    await expect(screens.challenge.headings.app).toBeVisible();
  },
  'requesting-reset': (driver) => expectWork(driver, '/forgot-password', 'Send Code'),
  'opening-hosted-pages': expectDeparture,

  'guest.pending-verification': async (driver, { context: { failure, codeSentTo, pendingVerification } }) => {
    // A return from the hosted pages shows the sign-in page, even if a verification is pending.
    if (failure !== null) return expectFailure(driver, failure);
    if (new URL(driver.page.url()).pathname === '/login') return expectGuestPage(driver);
    // The model has one person, so the code can belong to another account. If the page resends, accept either text.
    const isSent = codeSentTo !== null;
    await expectVerification(driver, isSent && pendingVerification?.resends ? null : isSent);
  },
  'guest.pending-reset': async (driver, { context: { failure } }) => {
    if (failure !== null) return expectFailure(driver, failure);
    if (new URL(driver.page.url()).pathname === '/login') return expectGuestPage(driver);
    await expectReset(driver);
  },

  'signed-in.registering': async ({ screens: { dashboard } }) => {
    await expect(dashboard.signOut).toBeHidden();
  },
  'signed-in.active.idle': async (driver) => {
    await expectWelcome(driver);
    await expect(driver.screens.dashboard.signOut).toBeEnabled();
  },
  'signed-in.active.verifying': async (driver) => {
    const { page, screens } = driver;
    if (new URL(page.url()).pathname === '/verify-email')
      await expect(screens.verifyEmail.heading).toBeVisible();
    else await expectWelcome(driver);
  },
  'signed-in.signing-out': (driver) => expectWork(driver, '/dashboard', 'Sign Out'),
};

export const expectToast = ({ screens: { notices } }: Driver, text: string): Promise<void> =>
  expect(notices.toast(text)).toBeVisible();

export const expectBannerAtSignIn = async (
  { page, screens: { notices } }: Driver,
  text: string,
): Promise<void> => {
  await expectPlace(page, '/login');
  await expect(notices.success(text)).toBeVisible();
};

const expectCodeSent = (driver: Driver) =>
  expectToast(driver, `Verification ${testDataOf(driver).verification} sent to your email`);
const expectCodeUnsent = (driver: Driver) =>
  expectToast(driver, `Failed to resend ${testDataOf(driver).verification}`);
const expectResetResent = (driver: Driver) => expectToast(driver, 'Password reset code sent to your email');

/** Assertions of the toasts after events that a child machine sends to the account. */
export const verificationSentEventAssertions = {
  'code.sent': expectCodeSent,
  'code.unsent': expectCodeUnsent,
};
export const resetSentEventAssertions = { 'reset.resent': expectResetResent };

const expectWaiting = ({ page }: Driver, reason: WaitingReason): Promise<void> => {
  const words =
    reason === 'answer-lost' ? 'Your account is waiting for its' : 'Your account was created, but the';
  return expect(page.getByRole('main').getByRole('status').filter({ hasText: words })).toBeVisible();
};

export const authEmittedEventAssertions: Model['emitted'] = {
  'account.created': async (driver, { waiting }) => {
    await expectPlace(driver.page, '/verify-email');
    if (waiting !== null) return expectWaiting(driver, waiting);
    const { verification } = testDataOf(driver);
    await expectToast(driver, `Account created! Please check your email for a verification ${verification}.`);
  },
  'reset.required': async ({ page, screens: { notices } }) => {
    await expectPlace(page, '/reset-password');
    await expect(notices.success('Password reset required for the user')).toBeVisible();
  },
  'email.already-verified': async (driver, _emitted, snapshot) => {
    await expectToast(driver, 'Email verified! Account is ready.');
    if (snapshot.matches('guest'))
      await expectBannerAtSignIn(driver, 'Your email is verified. Please sign in.');
    else await expectWelcome(driver);
  },
  'verification.required': async ({ page, screens: { notices } }) => {
    await expectPlace(page, '/verify-email');
    await expect(notices.success('User is not confirmed.')).toBeVisible();
  },
  'challenge.required': ({ page }) => expectPlace(page, challengePath),
  'challenge.ended': expectChallengeEnd,
  'email.verified': async (driver, _emitted, snapshot) => {
    await expectToast(driver, 'Email verified! Account is ready.');
    if (snapshot.matches('guest'))
      await expectBannerAtSignIn(driver, 'Email verified! Please sign in to complete setup.');
    else await expectWelcome(driver);
  },
  'link.confirmed': (driver) => expectToast(driver, 'Email verified! Account is ready.'),
  'link.unconfirmed': (driver) =>
    expectBannerAtSignIn(driver, 'Please confirm your account and use your credentials to sign in.'),
  'code.sent': expectCodeSent,
  'reset.resent': expectResetResent,
  'code.unsent': expectCodeUnsent,
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
  // Allow the page that waits for a code, on which a visitor stays.
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
  'user.changed': expectWelcome,
  'session.unreachable': (driver) =>
    expectToast(driver, "The account service is unavailable right now. You're still signed in."),
  // Asserts nothing: the app only logs this event, and the fixture `pageErrors` checks the log.
  'customer.unregistered': async () => undefined,
};
