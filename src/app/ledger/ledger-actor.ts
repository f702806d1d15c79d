import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { createActor, fromPromise } from 'xstate';
import { prefetchModule } from '#chunks/import-chunk.ts';
import { accountReads, reads } from '#contract/endpoints.ts';
import type { History } from '#contract/transactions.ts';
import type { Inspection } from '#devtools/inspect.ts';
import type { StoreReader } from '#domain/store.ts';
import { isUnknownCustomer } from '#domain/store-error.ts';
import type { LedgerActor } from '#features/shared/app-context.ts';
import { selectQuery } from '#machines/lists/ledger.selectors.ts';
import { ledgerMachine } from '#machines/lists/ledger.ts';
import type {
  AddressChanged,
  LedgerAddress,
  LedgerAnswer,
  LedgerQuery,
} from '#machines/lists/ledger.types.ts';
import { createDownload } from './download-actor.ts';
import { visitList } from './list-address.ts';

/** Imports the download code and luxon. */
export const importDownload = () => import('./ledger-download.ts');

type HistoryReader = Pick<StoreReader, 'history'>;

export interface LedgerParts {
  readonly store: HistoryReader;
  readonly queryClient: QueryClient;
  readonly onAddressChanged: (event: AddressChanged) => void;
  /** Awaited before new rows are shown. Cached rows are shown immediately. */
  readonly beforeRows: () => Promise<void>;
  readonly inspect: Inspection['inspect'];
}

const { staleTime } = reads.history;

export const historyQuery = (store: HistoryReader, query: LedgerQuery) =>
  queryOptions({
    queryKey: ['history', query],
    queryFn: ({ signal }) => store.history(query, signal),
    staleTime,
  });

/** Returns a cached page's data, read time and staleness, or null if the page isn't cached. */
export const knownPage = <Data>(
  queryClient: QueryClient,
  { queryKey, staleTime }: { readonly queryKey: QueryKey; readonly staleTime: number },
) => {
  const known = queryClient.getQueryCache().find<Data>({ queryKey });
  if (!known?.state.data) return null;
  const { data, dataUpdatedAt: readAt } = known.state;
  return { data, readAt, isStale: known.isStaleByTime(staleTime) };
};

/** Reloads the ledger's page if it is stale, as TanStack Query does for other reads. */
export const refreshStaleHistory = (queryClient: QueryClient, ledger: LedgerActor): void => {
  const queryKey = ['history', selectQuery(ledger.getSnapshot())];
  if (knownPage(queryClient, { queryKey, staleTime })?.isStale) ledger.send({ type: 'history.outdated' });
};

/** Invalidates balance, ledger and activity. Cancels reads in flight, which may return stale data. */
export const invalidateAccount = (queryClient: QueryClient): void => {
  for (const part of ['history', 'activity']) void queryClient.cancelQueries({ queryKey: [part] });
  for (const part of [...accountReads, 'activity']) void queryClient.invalidateQueries({ queryKey: [part] });
};

/** Creates and starts a customer's ledger actor. */
export const startLedger = (
  { store, queryClient, onAddressChanged, beforeRows, inspect }: LedgerParts,
  address: LedgerAddress,
): LedgerActor => {
  const loadHistory = fromPromise<LedgerAnswer, LedgerQuery>(async ({ input }) => {
    const query = historyQuery(store, input);
    const known = knownPage<History>(queryClient, { ...query, staleTime });
    // Return cached data without awaiting, so that the screen renders once, without a loading state.
    if (known?.isStale === false) return { outcome: 'loaded', history: known.data, readAt: known.readAt };
    try {
      const history = await queryClient.fetchQuery(query);
      const readAt = queryClient.getQueryState(query.queryKey)?.dataUpdatedAt ?? Date.now();
      await beforeRows();
      return { outcome: 'loaded', history, readAt };
    } catch (error) {
      if (isUnknownCustomer(error)) return { outcome: 'unknown-customer' };
      throw error;
    }
  });

  const download = createDownload(queryClient, importDownload, ({ downloadLedger }, run) =>
    downloadLedger(store, run),
  );

  const ledger = createActor(ledgerMachine.provide({ actors: { loadHistory, download } }), {
    input: { address },
    inspect,
  });
  ledger.on('address.changed', onAddressChanged);
  ledger.on('refresh.started', () => invalidateAccount(queryClient));
  ledger.start();
  return ledger;
};

/** Creates the functions that pages use to control the ledger. The first visit starts its actor. */
export const createLedgerCalls = (parts: LedgerParts, pages: { ledger: LedgerActor | null }) => {
  const { store, queryClient, onAddressChanged } = parts;
  return {
    /** Returns the ledger at an address. Later visits reload a stale page. */
    ledgerAt(address: LedgerAddress, isPreload: boolean): LedgerActor {
      if (pages.ledger !== null) refreshStaleHistory(queryClient, pages.ledger);
      pages.ledger ??= startLedger(parts, address);
      if (!isPreload) visitList(pages.ledger, address);
      return pages.ledger;
    },
    readAhead: (query: LedgerQuery) => void queryClient.prefetchQuery(historyQuery(store, query)),
    rereadHistory: (query: LedgerQuery) =>
      queryClient.fetchQuery({ ...historyQuery(store, query), staleTime: 0 }).then(
        () => true,
        () => false,
      ),
    prefetchDownload: () => void prefetchModule(importDownload).catch(() => undefined),
    clearLinkedTransaction() {
      const snapshot = pages.ledger?.getSnapshot();
      if (!snapshot?.matches({ details: 'sought' })) return;
      const address = { ...selectQuery(snapshot), tx: null };
      pages.ledger?.send({ type: 'address.visited', address });
      onAddressChanged({ type: 'address.changed', address, replace: true });
    },
  };
};
