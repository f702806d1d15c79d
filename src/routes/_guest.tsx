import { createFileRoute, redirect } from '@tanstack/react-router';
import { returnSearch } from '#app/startup/return-search.ts';
import { safeReturnLocation } from '#domain/return-location.ts';
import { PendingScreen } from '#features/shell/pending-screen.tsx';
import { isAuthenticated } from '#machines/account/auth.selectors.ts';
import { appTexts } from '#texts/app.ts';

/** Guest pages. Redirects customers to the page that they came from, or to the dashboard. */
export const Route = createFileRoute('/_guest')({
  ...returnSearch,
  beforeLoad: ({ context, search }) => {
    if (!isAuthenticated(context.auth.getSnapshot())) return;
    throw redirect({ href: safeReturnLocation(search.redirect), replace: true });
  },
  pendingComponent: () => <PendingScreen text={appTexts.loading} />,
});
