import type { AuthActor } from '#features/app-context.ts';
import type { Verification } from '#machines/auth.types.ts';
import type { AddressChanged } from '#machines/ledger.types.ts';
import type { Toasts } from '#services/toasts/index.ts';
import { banners, notices } from '#texts/notices.ts';
import type { CustomerScope } from './customer-scope.ts';
import type { AppRouter } from './router.ts';

/** Says in toasts what the account machine reports, in the words for how the pool verifies an email. */
export const toastAccount = (auth: AuthActor, toasts: Toasts, verification: Verification): void => {
  auth.on('account.created', () => toasts.success(notices.accountCreated[verification]));
  auth.on('signed-in', () => toasts.success(notices.signedIn));
  auth.on('signed-out', () => toasts.success(notices.signedOut));
  auth.on('sign-out.failed', () => toasts.error(notices.signOutFailed));
  auth.on('hosted-sign-out.failed', () => toasts.error(notices.hostedSignOutFailed));
  auth.on('session.lost', () => toasts.blank(notices.sessionEnded));
  auth.on('session.unreachable', () => {
    // Offline, the banner says enough.
    if (navigator.onLine) toasts.error(notices.sessionUnreachable);
  });
  auth.on('email.verified', () => toasts.success(notices.emailVerified));
  auth.on('link.confirmed', () => toasts.success(notices.emailVerified));
  auth.on('code.sent', () => toasts.success(notices.codeSent[verification]));
  auth.on('code.unsent', () => toasts.error(notices.codeUnsent[verification]));
  auth.on('reset.sent', () => toasts.success(notices.resetCodeSent));
  auth.on('password.reset', () => toasts.success(notices.passwordReset));
};

/** Goes where the account machine leads; guards of the routes do the rest. */
export const navigateAccount = (auth: AuthActor, router: AppRouter): void => {
  auth.on('account.created', ({ email }) => router.navigate({ to: '/verify-email', state: { email } }));
  auth.on('verification.required', ({ email }) => router.navigate({ to: '/verify-email', state: { email } }));
  auth.on('email.verified', ({ email }) =>
    router.navigate({ to: '/login', state: { email, message: banners.emailVerified } }),
  );
  auth.on('reset.sent', ({ email }) => router.navigate({ to: '/reset-password', state: { email } }));
  auth.on('password.reset', ({ email }) =>
    router.navigate({ to: '/login', state: { email, message: banners.passwordReset } }),
  );
  auth.on('link.unconfirmed', ({ email }) =>
    router.navigate({ to: '/login', state: { email, message: banners.linkUnconfirmed } }),
  );
  auth.on('signed-in', () => {
    // Open to everyone, so no guard leads on from here after a link was opened.
    if (router.state.location.pathname === '/verify-email')
      void router.navigate({ to: '/dashboard', replace: true });
  });
  for (const end of ['signed-out', 'hosted-sign-out.begun'] as const)
    auth.on(end, () => router.navigate({ to: '/login', replace: true }));
};

/** Ends the customer's session with the account's. */
export const endCustomerWith = (auth: AuthActor, customer: CustomerScope): void => {
  for (const end of ['signed-out', 'hosted-sign-out.begun', 'session.lost', 'session.replaced'] as const)
    auth.on(end, customer.close);
  auth.on('customer.unregistered', ({ error }) =>
    console.warn('The customer record could not be checked:', error instanceof Error ? error.message : error),
  );
};

/** Keeps the address bar in step with the ledger; a frame behind it, so that what was pressed for is painted first. */
export const followLedger =
  (router: () => AppRouter) =>
  ({ address, replace }: AddressChanged): void => {
    const follow = () =>
      void router().navigate({ to: '/dashboard', search: address, replace, resetScroll: false });
    requestAnimationFrame(() => setTimeout(follow));
  };
