import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import * as v from 'valibot';
import { CustomerContext } from '#features/app-context.ts';
import { DashboardScreen } from '#features/dashboard/dashboard-screen.tsx';
import { appTexts } from '#texts/app.ts';

/** The store counts no further; a page past the last one is made right when the ledger is known. */
const highestPage = 1_000_000_000;

const pageNumber = v.pipe(
  v.number(),
  v.transform((page) => Math.min(Math.max(Math.trunc(page), 1), highestPage)),
);

const searchSchema = v.object({
  status: v.fallback(
    v.optional(v.picklist(['all', 'completed', 'pending', 'failed', 'refunded'])),
    undefined,
  ),
  page: v.fallback(v.optional(pageNumber), undefined),
  tx: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(200))), undefined),
});

export const Route = createFileRoute('/_signed-in/dashboard')({
  staticData: { title: appTexts.titles.dashboard },
  validateSearch: searchSchema,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { session }, deps: { status, page, tx }, preload }) => {
    const { queryClient, queries } = session;
    void queryClient.prefetchQuery(queries.products());
    void queryClient.prefetchQuery(queries.balance());
    void queryClient.prefetchQuery(queries.summary());
    const address = { filter: status ?? 'completed', page: page ?? 1, transaction: tx ?? null } as const;
    const ledger = session.ledgerAt(address);
    if (!preload) ledger.send({ type: 'address.visited', address });
    return ledger;
  },
  component: Dashboard,
});

function Dashboard() {
  const { checkout, queries, attachCardField } = Route.useRouteContext({ select: ({ session }) => session });
  const ledger = Route.useLoaderData();
  const customer = useMemo(
    () => ({ checkout, ledger, queries, attachCardField }),
    [checkout, ledger, queries, attachCardField],
  );
  return (
    <CustomerContext value={customer}>
      <DashboardScreen />
    </CustomerContext>
  );
}
