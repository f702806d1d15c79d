import type { AuthActor } from '#features/shared/app-context.ts';
import { selectAuthenticatedId } from '#machines/account/auth.selectors.ts';
import type { Verification } from '#machines/account/auth.types.ts';
import type { Toasts } from '#services/toasts/toasts.ts';
import { banners, signInFailureText } from '#texts/account.ts';
import type { AppRouter } from '../router.ts';
import type { CustomerScope } from './customer-scope.ts';

const importToasts = () => import('./toast-account.ts');

/** Shows auth events as toasts. Ignores a failed import, because toasts are never essential. */
export const toastAccount = (auth: AuthActor, toasts: Toasts, verification: Verification): void => {
  auth.on('*', (event) => {
    importToasts().then(
      ({ toastAccountEvent }) => toastAccountEvent(event, toasts, verification),
      () => undefined,
    );
  });
};

/** Navigates after auth events. Route guards, which run again for each customer, do the rest. */
export const navigateAccount = (auth: AuthActor, router: AppRouter): void => {
  // Use `replace`, so that Back doesn't return to a completed form.
  const signInWith =
    (message: string, endsSetup = false) =>
    ({ email }: { readonly email: string }) =>
      router.navigate({ to: '/login', state: { email, message, endsSetup }, replace: true });
  auth.on('account.created', ({ email, waiting }) =>
    router.navigate({ to: '/verify-email', state: { email, ...(waiting !== null && { waiting }) } }),
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
    // Both guests and customers can open this page, so let the guest guard at /login redirect.
    if (router.state.location.pathname === '/verify-email')
      void router.navigate({ to: '/login', replace: true });
  });
  for (const end of ['signed-out', 'hosted-sign-out.begun'] as const)
    auth.on(end, () => router.navigate({ to: '/login', replace: true }));

  // One customer can replace another without a sign-out in between.
  let shownId: string | null = null;
  auth.subscribe((snapshot) => {
    const id = selectAuthenticatedId(snapshot);
    if (id === shownId) return;
    shownId = id;
    // Clear the router's cache, which contains the previous customer's pages and data.
    void router.invalidate().then(() => router.clearCache());
  });
};

export const endCustomerWith = (auth: AuthActor, customer: CustomerScope): void => {
  for (const end of ['signed-out', 'hosted-sign-out.begun', 'session.lost', 'session.replaced'] as const)
    auth.on(end, customer.close);
  auth.on('customer.unregistered', ({ error }) =>
    console.warn('The customer record could not be checked:', error instanceof Error ? error.message : error),
  );
};
