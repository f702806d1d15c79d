import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import * as v from 'valibot';
import { maxPage, transactionStatuses } from '#contract/transactions.ts';
import { CustomerContext } from '#features/app-context.ts';
import { DashboardScreen } from '#features/dashboard/dashboard-screen.tsx';
import type { LedgerFilter } from '#machines/ledger.types.ts';
import { appTexts } from '#texts/app.ts';

/** What is the default is not said in the address. */
const unlessDefault = <Value,>(fallback: Value) =>
  v.transform((value: Value): Value | undefined => (value === fallback ? undefined : value));

const status = v.pipe(v.picklist(['all', ...transactionStatuses]), unlessDefault<LedgerFilter>('completed'));

const page = v.pipe(
  v.number(),
  v.transform((number) => Math.min(Math.max(Math.trunc(number), 1), maxPage)),
  unlessDefault(1),
);

const tx = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

const searchSchema = v.object({
  status: v.fallback(v.optional(status), undefined),
  page: v.fallback(v.optional(page), undefined),
  tx: v.fallback(v.optional(tx), undefined),
});

type DashboardSearch = v.InferOutput<typeof searchSchema>;

export const Route = createFileRoute('/_signed-in/dashboard')({
  staticData: { title: appTexts.titles.dashboard },
  validateSearch: searchSchema,
  search: {
    // Nothing else stands in the address, whoever wrote it.
    middlewares: [({ search, next }) => pickLedgerSearch(next(search))],
  },
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
  onLeave: ({ context: { session } }) => session.leave(),
  component: Dashboard,
});

function pickLedgerSearch({ status, page, tx }: DashboardSearch): DashboardSearch {
  return {
    ...(status !== undefined && { status }),
    ...(page !== undefined && { page }),
    ...(tx !== undefined && { tx }),
  };
}

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
