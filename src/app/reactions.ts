import type { AuthActor } from '#features/app-context.ts';
import { selectAuthenticatedId } from '#machines/auth.selectors.ts';
import type { Verification } from '#machines/auth.types.ts';
import type { AddressChanged } from '#machines/ledger.types.ts';
import type { Toasts } from '#services/toasts/toasts.ts';
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

/** Goes where the account machine leads; guards of the routes do the rest, and are asked again with each customer. */
export const navigateAccount = (auth: AuthActor, router: AppRouter): void => {
  const signInWith =
    (message: string) =>
    ({ email }: { readonly email: string }) =>
      router.navigate({ to: '/login', state: { email, message } });
  const verify = ({ email }: { readonly email: string }) =>
    router.navigate({ to: '/verify-email', state: { email } });
  auth.on('account.created', verify);
  auth.on('verification.required', verify);
  auth.on('email.verified', signInWith(banners.emailVerified));
  auth.on('link.unconfirmed', signInWith(banners.linkUnconfirmed));
  auth.on('reset.sent', ({ email }) => router.navigate({ to: '/reset-password', state: { email } }));
  auth.on('password.reset', signInWith(banners.passwordReset));
  auth.on('signed-in', () => {
    // Open to everyone, so no guard leads on from here after a link was opened.
    if (router.state.location.pathname === '/verify-email')
      void router.navigate({ to: '/dashboard', replace: true });
  });
  for (const end of ['signed-out', 'hosted-sign-out.begun'] as const)
    auth.on(end, () => router.navigate({ to: '/login', replace: true }));

  // Another customer may take the place of one without a guest in between: the pages are theirs from then on.
  let shownId: string | null = null;
  auth.subscribe((snapshot) => {
    const id = selectAuthenticatedId(snapshot);
    if (id === shownId) return;
    shownId = id;
    void router.invalidate();
  });
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
