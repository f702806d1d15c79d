import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import * as v from 'valibot';
import { maxPage, transactionStatuses } from '#contract/history-query.ts';
import { CustomerContext } from '#features/app-context.ts';
import { DashboardScreen } from '#features/dashboard/dashboard-screen.tsx';
import { appTexts } from '#texts/app.ts';

const defaults = { status: 'completed', page: 1, tx: null } as const;

const status = v.picklist(['all', ...transactionStatuses]);
const page = v.pipe(
  v.number(),
  v.transform((number) => Math.min(Math.max(Math.trunc(number), 1), maxPage)),
);
const tx = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/** The ledger's address. What is missing or no good is the default. */
const searchSchema = v.object({
  status: v.fallback(v.optional(status, defaults.status), defaults.status),
  page: v.fallback(v.optional(page, defaults.page), defaults.page),
  tx: v.fallback(v.nullish(tx, defaults.tx), defaults.tx),
});

const Dashboard = () => {
  const session = Route.useRouteContext({ select: ({ session }) => session });
  const ledger = Route.useLoaderData();
  const customer = useMemo(() => ({ ...session, ledger }), [session, ledger]);
  return (
    <CustomerContext value={customer}>
      <DashboardScreen />
    </CustomerContext>
  );
};

export const Route = createFileRoute('/_signed-in/dashboard')({
  staticData: { title: appTexts.titles.dashboard },
  validateSearch: searchSchema,
  search: {
    // Nothing else stands in the address, whoever wrote it.
    middlewares: [stripSearchParams(defaults), ({ search, next }) => v.parse(searchSchema, next(search))],
  },
  loaderDeps: ({ search: { status, page, tx } }) => ({ status, page, tx }),
  loader: ({ context: { session }, deps: address, preload }) => {
    for (const name of ['products', 'balance', 'summary'] as const)
      void session.queryClient.prefetchQuery(session.storeQuery(name));
    const ledger = session.ledgerAt(address);
    if (!preload) ledger.send({ type: 'address.visited', address });
    return ledger;
  },
  onLeave: ({ context: { session } }) => session.leave(),
  component: Dashboard,
});
