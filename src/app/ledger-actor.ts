import type { QueryClient } from '@tanstack/react-query';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { type History, maxPageSize } from '#contract/transactions.ts';
import { chicagoDay } from '#domain/dates.ts';
import type { StoreReader } from '#domain/store.ts';
import { StoreError } from '#domain/store-error.ts';
import type { LedgerActor } from '#features/app-context.ts';
import { ledgerCsvHead, ledgerCsvRows } from '#features/ledger/ledger-csv.ts';
import { historyFreshness, type StoreQueries } from '#features/store-queries.ts';
import { ledgerMachine } from '#machines/ledger.ts';
import type {
  LedgerAddress,
  LedgerAnswer,
  LedgerEvent,
  LedgerFilter,
  LedgerMoved,
  LedgerQuery,
} from '#machines/ledger.types.ts';
import { ledgerTexts } from '#texts/store.ts';
import type { Inspection } from './inspect.ts';
import { readWholeLedger } from './read-whole-ledger.ts';
import { saveFile } from './save-file.ts';

export interface LedgerParts {
  readonly store: Pick<StoreReader, 'history'>;
  readonly queryClient: QueryClient;
  readonly queries: StoreQueries;
  readonly onMoved: (event: LedgerMoved) => void;
  /** Awaited before rows that were read come to the screen; those at hand wait for nothing. */
  readonly beforeRows: () => Promise<void>;
  readonly inspect: Inspection['inspect'];
}

const isUnknownCustomer = (error: unknown): boolean =>
  error instanceof StoreError && (error.status === 404 || error.message.includes('Customer not found'));

/** What the cache has of a page that needs no reading yet. */
const readFresh = (
  queryClient: QueryClient,
  { queryKey }: ReturnType<StoreQueries['history']>,
): { readonly history: History; readonly readAt: number } | undefined => {
  const known = queryClient.getQueryCache().find<History>({ queryKey });
  const history = known?.state.data;
  if (!known || !history || known.isStaleByTime(historyFreshness)) return undefined;
  return { history, readAt: known.state.dataUpdatedAt };
};

/** Drops what was read of balance and ledger, and what is on its way: it may be older than what just happened. */
export const outdateAccount = (queryClient: QueryClient): void => {
  void queryClient.cancelQueries({ queryKey: ['transactions', 'history'] });
  void queryClient.invalidateQueries({ queryKey: ['balance'] });
  void queryClient.invalidateQueries({ queryKey: ['transactions'] });
};

/** The ledger of one customer, bound to the store through the data cache, and started. */
export const startLedger = (
  { store, queryClient, queries, onMoved, beforeRows, inspect }: LedgerParts,
  address: LedgerAddress,
): LedgerActor => {
  const loadHistory = fromPromise<LedgerAnswer, LedgerQuery>(async ({ input }) => {
    const query = queries.history(input);
    // Without a wait a page at hand is there before the screen is drawn for its loading: it is drawn once, and never busy.
    const atHand = readFresh(queryClient, query);
    if (atHand) return { outcome: 'loaded', ...atHand };
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

  /** Downloads share no reading: one that is cancelled takes its own along. */
  let downloads = 0;
  const readForDownload = (download: number, filter: LedgerFilter, page: number, signal: AbortSignal) =>
    queryClient.fetchQuery({
      queryKey: ['download', download, filter, page],
      queryFn: () =>
        store.history({ page, limit: maxPageSize, ...(filter !== 'all' && { status: filter }) }, signal),
      gcTime: 0,
    });

  const writeDownload = fromCallback<LedgerEvent, { filter: LedgerFilter }>(({ sendBack, input }) => {
    const ending = new AbortController();
    downloads += 1;
    const download = downloads;
    readWholeLedger({
      readPage: (page) => readForDownload(download, input.filter, page, ending.signal),
      convert: ledgerCsvRows,
      onProgress: (rows, total) => sendBack({ type: 'download.progressed', rows, total }),
      signal: ending.signal,
    }).then(
      (rows) => sendBack({ type: 'download.completed', csv: [ledgerCsvHead(), ...rows] }),
      (error: unknown) => {
        if (ending.signal.aborted) return;
        sendBack({ type: 'download.failed', message: error instanceof Error ? error.message : '' });
      },
    );
    return () => ending.abort();
  });

  const ledger = createActor(ledgerMachine.provide({ actors: { loadHistory, writeDownload } }), {
    input: { address },
    inspect,
  });
  ledger.on('address.changed', onMoved);
  ledger.on('refresh.started', () => outdateAccount(queryClient));
  ledger.on('ledger.downloaded', ({ filter, csv }) =>
    saveFile(ledgerTexts.download.fileName(filter, chicagoDay(Date.now())), 'text/csv;charset=utf-8', csv),
  );
  ledger.start();
  return ledger;
};
