import { QueryClientProvider } from '@tanstack/react-query';
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { useAuth } from '#features/shared/app-context.ts';
import { CustomerPage } from '#features/shell/customer-page.tsx';
import { PendingScreen } from '#features/shell/pending-screen.tsx';
import { isAuthenticated, selectAuthenticatedId, selectUser } from '#machines/account/auth.selectors.ts';
import { appTexts } from '#texts/app.ts';

const Verifying = () => <PendingScreen text={appTexts.verifyingAuthentication} />;

/** Hides the page of an ended or replaced session until the guard redirects. */
const SignedIn = () => {
  const authenticatedId = useAuth(selectAuthenticatedId);
  const userId = Route.useRouteContext({ select: (context) => context.userId });
  const session = Route.useRouteContext({ select: (context) => context.session });
  if (authenticatedId !== userId) return <Verifying />;
  return (
    <QueryClientProvider client={session.queryClient}>
      <CustomerPage checkout={session.checkout} storeQuery={session.storeQuery}>
        <Outlet />
      </CustomerPage>
    </QueryClientProvider>
  );
};

/** Customer pages. Guests return here after sign-in, unless the page is a previous customer's receipt. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ context: { auth, customer }, location }) => {
    const snapshot = auth.getSnapshot();
    const user = selectUser(snapshot);
    if (!isAuthenticated(snapshot) || user === null)
      throw redirect({ to: '/login', search: { redirect: location.href }, replace: true });
    const session = await customer.open(user);
    if (session.belongsToPreviousCustomer(location)) throw redirect({ to: '/dashboard', replace: true });
    return { session, userId: user.id };
  },
  pendingComponent: Verifying,
  component: SignedIn,
});
