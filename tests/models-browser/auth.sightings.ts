import { expect } from '@playwright/test';
import type { authMachine } from '#machines/auth.ts';
import type { AuthFailure } from '#machines/auth.types.ts';
import { castOf } from './auth.cast.ts';
import type { Hands } from './hands.ts';
import type { ManualSpec } from './manual.ts';

type Manual = ManualSpec<typeof authMachine>;

const waitingForLink = 'Waiting for you to open the link...';

/** What a person reads of a failure, by its step, and where. */
const failureTexts: Readonly<Record<AuthFailure['step'], { readonly at: string; readonly texts: object }>> = {
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
  'resend-code': {
    at: '',
    texts: {
      'limit-exceeded': 'Too many requests. Please try again later',
      unknown: 'Failed to resend',
    },
  },
  'list-devices': {
    at: '/dashboard',
    texts: {
      'parameter-invalid': 'Device tracking has not been configured in this User Pool',
      unknown: 'Your devices could not be loaded.',
    },
  },
  'forget-device': {
    at: '/dashboard',
    texts: {
      unavailable: 'The device could not be forgotten.',
      unknown: 'The device could not be forgotten.',
    },
  },
  'sign-out': { at: '/dashboard', texts: {} },
};

/** The words of a failure where they belong, or no failure at all. */
async function seesFailure({ page }: Hands, failure: AuthFailure | null): Promise<void> {
  const alert = page.getByRole('alert');
  if (failure === null || failure.step === 'sign-out') return expect(alert).toHaveCount(0);
  const { at, texts } = failureTexts[failure.step];
  const text: unknown = Reflect.get(texts, failure.name);
  if (typeof text !== 'string') throw new Error(`Nobody has written down what ${failure.name} reads like`);
  await expect(alert).toContainText(text);
  if (at !== '') await seesPlace(page, at);
}

const seesPlace = (page: Hands['page'], path: string): Promise<void> =>
  expect(page).toHaveURL((url) => url.pathname === path);

/** A page whose button works on what was submitted. */
async function seesWork({ page }: Hands, path: string, button: string): Promise<void> {
  await seesPlace(page, path);
  await expect(page.getByRole('button', { name: button, exact: true })).toHaveAttribute('aria-busy', 'true');
}

const guestPages: Readonly<Record<string, string>> = {
  '/login': 'Sign in',
  '/signup': 'Create your account',
  '/forgot-password': 'Forgot your password?',
};

/** One of the pages for guests, with nothing under way. */
async function seesGuestPage({ page }: Hands): Promise<void> {
  await expect(page).toHaveURL(({ pathname }) => pathname in guestPages);
  const name = guestPages[new URL(page.url()).pathname] ?? '';
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

const devicesDialog = ({ page }: Hands) => page.getByRole('dialog', { name: 'Devices', exact: true });

const seesResending = async ({ page }: Hands): Promise<void> => {
  const button = page.getByRole('button', { name: /^Resend (Code|Link)$/ });
  await expect(button).toHaveAttribute('aria-busy', 'true');
};

const seesWelcome = async (hands: Hands): Promise<void> => {
  await seesPlace(hands.page, '/dashboard');
  await expect(hands.screens.dashboard.welcome(castOf(hands).customer.firstName)).toBeVisible();
};

export const authSightings: Manual['sightings'] = {
  'loading.restoring': async ({ page }) => {
    await expect(page.getByRole('heading')).toHaveCount(0);
  },
  'loading.completing-hosted-sign-in': async ({ page }) => {
    await expect(page.getByText('Loading Credits...', { exact: true })).toBeVisible();
    await expect(page).not.toHaveURL(/code=/);
  },

  'signed-out.idle': async (hands, { context: { failure } }) => {
    await seesGuestPage(hands);
    // What went wrong on a page that is left is not told on the next one.
    const isLeft = failure !== null && !(failureTexts[failure.step].at in guestPages);
    await seesFailure(hands, isLeft ? null : failure);
  },
  'signed-out.signing-up': (hands) => seesWork(hands, '/signup', 'Create Account'),
  'signed-out.signing-in': (hands) => seesWork(hands, '/login', 'Sign In'),
  'signed-out.requesting-reset': (hands) => seesWork(hands, '/forgot-password', 'Send Code'),
  'signed-out.opening-hosted-sign-in': (hands) => seesWork(hands, '/login', 'Sign in with single sign-on'),
  'signed-out.opening-hosted-sign-out': (hands) => seesWork(hands, '/login', 'Sign in with single sign-on'),

  'pending-verification.waiting': async (hands, { context: { failure } }) => {
    const { page, screens } = hands;
    await seesFailure(hands, failure);
    // Who comes back from the hosted pages is at the sign-in, where they left.
    if (failure?.step === 'hosted-sign-in') return;
    if (new URL(page.url()).pathname === '/login') return seesGuestPage(hands);
    await seesPlace(page, '/verify-email');
    await expect(screens.verifyEmail.heading).toBeVisible();
    const { verifying } = castOf(hands);
    await expect(page.getByText(`We sent a 6-digit code to ${verifying?.email}.`)).toBeVisible();
    await expect(screens.verifyEmail.submit).not.toHaveAttribute('aria-busy', 'true');
  },
  'pending-verification.confirming': (hands) => seesWork(hands, '/verify-email', 'Verify Email'),
  'pending-verification.resending': seesResending,
  'pending-verification.awaiting-link.poll.pausing': async ({ page }) => {
    await seesPlace(page, '/verify-email');
    await expect(page.getByText(waitingForLink, { exact: true })).toBeVisible();
  },
  'pending-verification.awaiting-link.poll.trying': async ({ page }) => {
    await seesPlace(page, '/verify-email');
    await expect(page.getByText(waitingForLink, { exact: true })).toBeVisible();
  },
  'pending-verification.awaiting-link.mail.sent': async (hands, { context: { failure } }) => {
    await expect(
      hands.page.getByText(
        `We sent a link to ${castOf(hands).verifying?.email}. Open it, and you will be signed in here.`,
      ),
    ).toBeVisible();
    await seesFailure(hands, failure);
  },
  'pending-verification.awaiting-link.mail.resending': seesResending,

  'pending-reset.waiting': async (hands, { context: { failure } }) => {
    const { page, screens } = hands;
    await seesFailure(hands, failure);
    if (failure?.step === 'hosted-sign-in') return;
    if (new URL(page.url()).pathname === '/login') return seesGuestPage(hands);
    await seesPlace(page, '/reset-password');
    await expect(screens.resetPassword.heading).toBeVisible();
    const { resetting } = castOf(hands);
    await expect(page.getByText(`Enter the code that we sent to ${resetting?.email}`)).toBeVisible();
    await expect(screens.resetPassword.submit).not.toHaveAttribute('aria-busy', 'true');
  },
  'pending-reset.resetting': (hands) => seesWork(hands, '/reset-password', 'Reset Password'),
  'pending-reset.resending': seesResending,

  'signed-in.registering': async ({ screens: { dashboard } }) => {
    await expect(dashboard.signOut).toBeHidden();
  },
  'signed-in.active': async (hands, { context: { failure } }) => {
    const { page, screens } = hands;
    if (new URL(page.url()).pathname === '/verify-email')
      await expect(screens.verifyEmail.heading).toBeVisible();
    else {
      await seesWelcome(hands);
      await expect(screens.dashboard.signOut).toBeEnabled();
      await expect(devicesDialog(hands)).toBeHidden();
    }
    if (failure?.step === 'verify-email' || failure?.step === 'resend-code')
      await seesFailure(hands, failure);
  },
  'signed-in.confirming': (hands) => seesWork(hands, '/verify-email', 'Verify Email'),
  'signed-in.resending': seesResending,
  'signed-in.viewing-devices.loading': async (hands) => {
    await expect(devicesDialog(hands).getByText('Loading your devices...', { exact: true })).toBeVisible();
  },
  'signed-in.viewing-devices.failed': async (hands, { context: { failure } }) => {
    await seesFailure(hands, failure);
    const retry = devicesDialog(hands).getByRole('button', { name: 'Retry', exact: true });
    await expect(retry).toBeEnabled();
  },
  'signed-in.viewing-devices.listed': async (hands, { context: { devices, failure } }) => {
    const dialog = devicesDialog(hands);
    await expect(dialog.getByRole('listitem')).toHaveCount(devices.length);
    if (devices.length === 0)
      await expect(dialog.getByText('No devices are remembered for your account.')).toBeVisible();
    await seesFailure(hands, failure);
  },
  'signed-in.viewing-devices.forgetting': async (hands) => {
    const forget = devicesDialog(hands).getByRole('button', { name: /^Forget / });
    await expect(forget).toHaveAttribute('aria-disabled', 'true');
  },
  'signed-in.signing-out': (hands) => seesWork(hands, '/dashboard', 'Sign Out'),
  'signed-in.leaving': (hands) => seesWork(hands, '/dashboard', 'Sign Out'),
};

const seesToast = ({ screens: { notices } }: Hands, text: string): Promise<void> =>
  expect(notices.toast(text)).toBeVisible();

/** Good news at the sign-in page. */
async function seesBannerAtSignIn({ page, screens: { notices } }: Hands, text: string): Promise<void> {
  await seesPlace(page, '/login');
  await expect(notices.success(text)).toBeVisible();
}

export const authTidings: Manual['tidings'] = {
  'account.created': async (hands) => {
    const { verification } = castOf(hands);
    await seesToast(hands, `Account created! Please check your email for a verification ${verification}.`);
    await seesPlace(hands.page, '/verify-email');
  },
  'verification.required': ({ page }) => seesPlace(page, '/verify-email'),
  'email.verified': async (hands, _told, snapshot) => {
    await seesToast(hands, 'Email verified! Account is ready.');
    if (snapshot.matches('signed-out'))
      await seesBannerAtSignIn(hands, 'Email verified! Please sign in to complete setup.');
    else await seesWelcome(hands);
  },
  'link.confirmed': (hands) => seesToast(hands, 'Email verified! Account is ready.'),
  'link.unconfirmed': (hands) =>
    seesBannerAtSignIn(hands, 'Please confirm your account and use your credentials to sign in.'),
  'code.sent': (hands) => seesToast(hands, `Verification ${castOf(hands).verification} sent to your email`),
  'code.unsent': (hands) => seesToast(hands, `Failed to resend ${castOf(hands).verification}`),
  'reset.sent': async (hands) => {
    await seesToast(hands, 'Password reset code sent to your email');
    await seesPlace(hands.page, '/reset-password');
  },
  'password.reset': async (hands) => {
    await seesToast(hands, 'Password reset successfully! You can now sign in with your new password.');
    await seesBannerAtSignIn(hands, 'Password reset successful! Please sign in with your new password.');
  },
  'signed-in': async (hands) => {
    await seesToast(hands, 'Welcome back!');
    await seesWelcome(hands);
  },
  // Whoever was at the page of a code stays there.
  'session.replaced': (hands) =>
    new URL(hands.page.url()).pathname === '/verify-email'
      ? expect(hands.screens.verifyEmail.heading).toBeVisible()
      : seesWelcome(hands),
  'signed-out': async (hands) => {
    await seesToast(hands, 'Signed out successfully');
    await seesPlace(hands.page, '/login');
  },
  'sign-out.failed': (hands) => seesToast(hands, 'Failed to sign out'),
  'hosted-sign-out.begun': ({ page }) => seesPlace(page, '/login'),
  'hosted-sign-out.failed': (hands) => seesToast(hands, 'Signout timeout fail'),
  'session.lost': async (hands) => {
    await seesToast(hands, 'Your session has ended. Please sign in again.');
    await seesPlace(hands.page, '/login');
  },
  'session.unreachable': (hands) =>
    seesToast(hands, 'The account service is unavailable right now. You stay signed in.'),
  // The console tells it, and the guard of every walk hears that.
  'customer.unregistered': async () => undefined,
};
