import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ledgerSearch } from '#app/ledger/ledger-search.ts';
import { firstReads } from '#domain/store.ts';
import { DashboardScreen } from '#features/dashboard/dashboard-screen.tsx';
import { loadLater } from '#features/dashboard/later.tsx';
import { CustomerContext, LedgerContext, useApp } from '#features/shared/app-context.ts';
import { appTexts } from '#texts/app.ts';

const ignore = () => undefined;

const Dashboard = () => {
  const session = Route.useRouteContext({ select: ({ session }) => session });
  const ledger = Route.useLoaderData();
  const { loadSecurity } = useApp();
  const prefetch = useCallback(() => {
    loadLater().catch(ignore);
    // This also loads the code for other account operations, such as sign-out.
    loadSecurity().catch(ignore);
  }, [loadSecurity]);
  return (
    <CustomerContext value={session}>
      <LedgerContext value={ledger}>
        <DashboardScreen onIdle={prefetch} />
      </LedgerContext>
    </CustomerContext>
  );
};

export const Route = createFileRoute('/_signed-in/dashboard')({
  staticData: { title: appTexts.titles.dashboard },
  ...ledgerSearch,
  // Load the loader together with the page.
  codeSplitGroupings: [['loader', 'component']],
  loaderDeps: ({ search: { status, page, tx } }) => ({ status, page, tx }),
  loader: ({ context: { session }, deps: address, preload, abortController: { signal } }) => {
    for (const name of firstReads) void session.queryClient.prefetchQuery(session.storeQuery(name));
    // A newer navigation may have replaced this one.
    return session.ledgerAt(address, preload || signal.aborted);
  },
  onEnter: ({ context: { session } }) => session.enter(),
  onLeave: ({ context: { session } }) => session.leave(),
  component: Dashboard,
});
