import { createFileRoute, redirect } from '@tanstack/react-router';
import { returnSearch } from '#app/startup/return-search.ts';
import { safeReturnLocation } from '#domain/return-location.ts';
import { PendingScreen } from '#features/shell/pending-screen.tsx';
import { selectUser } from '#machines/account/auth.selectors.ts';
import { appTexts } from '#texts/app.ts';

/** Guest pages. Redirects customers to the page that they came from, or to the dashboard. */
export const Route = createFileRoute('/_guest')({
  ...returnSearch,
  beforeLoad: async ({ context: { auth, customer }, search }) => {
    const user = selectUser(auth.getSnapshot());
    if (user === null) return;
    // Shows `pendingComponent` until the next page's code has loaded.
    await customer.open(user);
    throw redirect({ href: safeReturnLocation(search.redirect), replace: true });
  },
  pendingComponent: () => <PendingScreen text={appTexts.loading} />,
});
