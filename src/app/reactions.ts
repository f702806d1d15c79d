import type { AuthActor } from '#features/shared/app-context.ts';
import { selectAuthenticatedId } from '#machines/auth.selectors.ts';
import type { Verification } from '#machines/auth.types.ts';
import type { AddressChanged } from '#machines/ledger.types.ts';
import type { Toasts } from '#services/toasts/toasts.ts';
import { banners, signInFailureText } from '#texts/account.ts';
import type { CustomerScope } from './customer-scope.ts';
import type { AppRouter } from './router.ts';

const importToasts = () => import('./toast-account.ts');

/** Says in toasts what the account machine reports. They are never all that there is to know: without their code it goes on. */
export const toastAccount = (auth: AuthActor, toasts: Toasts, verification: Verification): void => {
  auth.on('*', (event) => {
    importToasts().then(
      ({ toastAccountEvent }) => toastAccountEvent(event, toasts, verification),
      () => undefined,
    );
  });
};

/** Goes where the account machine leads; guards of the routes do the rest, and are asked again with each customer. */
export const navigateAccount = (auth: AuthActor, router: AppRouter): void => {
  // The form that is done with does not come back with Back.
  const signInWith =
    (message: string, endsSetup = false) =>
    ({ email }: { readonly email: string }) =>
      router.navigate({ to: '/login', state: { email, message, endsSetup }, replace: true });
  auth.on('account.created', ({ email }) => router.navigate({ to: '/verify-email', state: { email } }));
  auth.on('account.waiting', ({ email, reason: waiting }) =>
    router.navigate({ to: '/verify-email', state: { email, waiting } }),
  );
  auth.on('verification.required', ({ email, message }) =>
    router.navigate({ to: '/verify-email', state: { email, message: signInFailureText({ message }) } }),
  );
  auth.on('challenge.required', ({ email }) =>
    router.navigate({ to: '/login/challenge', search: true, state: { email } }),
  );
  auth.on('email.verified', signInWith(banners.emailVerified, true));
  auth.on('email.already-verified', signInWith(banners.emailAlreadyVerified));
  auth.on('link.unconfirmed', signInWith(banners.linkUnconfirmed));
  auth.on('reset.sent', ({ email }) => router.navigate({ to: '/reset-password', state: { email } }));
  auth.on('reset.required', ({ email, message }) =>
    router.navigate({ to: '/reset-password', state: { email, message: signInFailureText({ message }) } }),
  );
  auth.on('password.reset', signInWith(banners.passwordReset));
  auth.on('signed-in', () => {
    // Open to everyone: after a link was opened, only the guard of the guests' pages leads on.
    if (router.state.location.pathname === '/verify-email')
      void router.navigate({ to: '/login', replace: true });
  });
  for (const end of ['signed-out', 'hosted-sign-out.begun'] as const)
    auth.on(end, () => router.navigate({ to: '/login', replace: true }));

  // Another customer may take the place of one without a guest in between: the pages are theirs from then on.
  let shownId: string | null = null;
  auth.subscribe((snapshot) => {
    const id = selectAuthenticatedId(snapshot);
    if (id === shownId) return;
    shownId = id;
    // The router caches the pages that a customer leaves, and their data with them.
    void router.invalidate().then(() => router.clearCache());
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
