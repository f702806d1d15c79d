import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { accountReads, reads } from '#contract/endpoints.ts';
import { maxPageSize } from '#contract/history-query.ts';
import type { History } from '#contract/transactions.ts';
import type { Inspection } from '#devtools/inspect.ts';
import type { StoreReader } from '#domain/store.ts';
import { isUnknownCustomer } from '#domain/store-error.ts';
import type { LedgerActor } from '#features/shared/app-context.ts';
import { selectQuery } from '#machines/ledger.selectors.ts';
import { ledgerMachine } from '#machines/ledger.ts';
import type {
  AddressChanged,
  LedgerAddress,
  LedgerAnswer,
  LedgerEvent,
  LedgerQuery,
} from '#machines/ledger.types.ts';

/** Brings the code of the download, with its library of dates. */
export const importDownload = () => import('./ledger-download.ts');

type HistoryReader = Pick<StoreReader, 'history'>;

export interface LedgerParts {
  readonly store: HistoryReader;
  readonly queryClient: QueryClient;
  readonly onAddressChanged: (event: AddressChanged) => void;
  /** Awaited before rows that were read come to the screen; those at hand wait for nothing. */
  readonly beforeRows: () => Promise<void>;
  readonly inspect: Inspection['inspect'];
}

const { staleTime } = reads.history;

/** How a page of the ledger is read and kept. */
export const historyQuery = (store: HistoryReader, query: LedgerQuery) =>
  queryOptions({
    queryKey: ['history', query],
    queryFn: ({ signal }) => store.history(query, signal),
    staleTime,
  });

/** Reads the ledger's page again once it is stale, as the screen's other queries are when it is visited. */
export const refreshStaleHistory = (queryClient: QueryClient, ledger: LedgerActor): void => {
  const queryKey = ['history', selectQuery(ledger.getSnapshot())];
  const known = queryClient.getQueryCache().find<History>({ queryKey });
  if (known?.state.data && known.isStaleByTime(staleTime)) ledger.send({ type: 'history.outdated' });
};

/** Drops what was read of balance and ledger, and what is on its way: it may be older than what just happened. */
export const outdateAccount = (queryClient: QueryClient): void => {
  void queryClient.cancelQueries({ queryKey: ['history'] });
  for (const part of accountReads) void queryClient.invalidateQueries({ queryKey: [part] });
};

/** The ledger of one customer, bound to the store through the data cache, and started. */
export const startLedger = (
  { store, queryClient, onAddressChanged, beforeRows, inspect }: LedgerParts,
  address: LedgerAddress,
): LedgerActor => {
  const loadHistory = fromPromise<LedgerAnswer, LedgerQuery>(async ({ input }) => {
    const query = historyQuery(store, input);
    const known = queryClient.getQueryCache().find<History>({ queryKey: query.queryKey });
    // Without a wait a page at hand is there before the screen is drawn for its loading: it is drawn once, and never busy.
    if (known?.state.data && !known.isStaleByTime(staleTime))
      return { outcome: 'loaded', history: known.state.data, readAt: known.state.dataUpdatedAt };
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

  let downloads = 0;
  const writeDownload = fromCallback<LedgerEvent, Pick<LedgerQuery, 'status'>>(({ sendBack, input }) => {
    const cancelling = new AbortController();
    const { signal } = cancelling;
    // Downloads share no reading: one that is cancelled takes its own along.
    downloads += 1;
    const download = downloads;
    const fail = (message: string) => {
      if (!signal.aborted) sendBack({ type: 'download.failed', message });
    };
    const write = ({ writeLedger }: Awaited<ReturnType<typeof importDownload>>) => {
      if (signal.aborted) return;
      writeLedger({
        readPage: (page) =>
          queryClient.fetchQuery({
            queryKey: ['download', download, page],
            queryFn: () => store.history({ ...input, page, limit: maxPageSize }, signal),
            gcTime: 0,
          }),
        onProgress: (rows, total) => sendBack({ type: 'download.progressed', rows, total }),
        signal,
        onlyGrows: input.status === 'all',
      }).then(
        (csv) => sendBack({ type: 'download.completed', csv }),
        (error: unknown) => fail(error instanceof Error ? error.message : ''),
      );
    };
    // Why its code did not come is in no words for a customer.
    importDownload().then(write, () => fail(''));
    return () => cancelling.abort();
  });

  const ledger = createActor(ledgerMachine.provide({ actors: { loadHistory, writeDownload } }), {
    input: { address },
    inspect,
  });
  ledger.on('address.changed', onAddressChanged);
  ledger.on('refresh.started', () => outdateAccount(queryClient));
  ledger.on('ledger.downloaded', ({ status, csv }) => {
    // It is there: it has written the file.
    void importDownload().then(({ saveLedger }) => saveLedger(status, csv));
  });
  ledger.start();
  return ledger;
};
