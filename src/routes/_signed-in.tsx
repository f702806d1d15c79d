import { QueryClientProvider } from '@tanstack/react-query';
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { PendingScreen } from '#features/shell/pending-screen.tsx';
import { isAuthenticated, selectUser } from '#machines/auth.selectors.ts';
import { appTexts } from '#texts/app.ts';

/** Pages for customers only: a guest signs in first and comes back. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ context: { auth, customer }, location }) => {
    const snapshot = auth.getSnapshot();
    const user = selectUser(snapshot);
    if (!isAuthenticated(snapshot) || user === null)
      throw redirect({ to: '/login', search: { redirect: location.href }, replace: true });
    return { session: await customer.open(user) };
  },
  pendingComponent: () => <PendingScreen text={appTexts.verifyingAuthentication} />,
  component: SignedIn,
});

function SignedIn() {
  const queryClient = Route.useRouteContext({ select: ({ session }) => session.queryClient });
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}
