import type { QueryClient } from '@tanstack/react-query';
import { maxPageSize } from '#contract/history-query.ts';
import { chicagoDay } from '#domain/dates.ts';
import type { StoreReader } from '#domain/store.ts';
import { ledgerCsvHead, ledgerCsvRows } from '#features/ledger/ledger-csv.ts';
import type { LedgerEvent, LedgerFilter } from '#machines/ledger.types.ts';
import { ledgerFileTexts } from '#texts/ledger-file.ts';
import { readWholeLedger } from './read-whole-ledger.ts';
import { saveFile } from './save-file.ts';

interface LedgerDownloader {
  readonly store: Pick<StoreReader, 'history'>;
  readonly queryClient: QueryClient;
  readonly status: LedgerFilter;
  readonly sendBack: (event: LedgerEvent) => void;
  readonly signal: AbortSignal;
}

let downloads = 0;

/** Reports the progress and the file's parts to the ledger, until `signal` aborts. */
export const downloadLedger = ({ store, queryClient, status, sendBack, signal }: LedgerDownloader): void => {
  if (signal.aborted) return;
  // Each download has its own queries, so canceling one doesn't affect others.
  downloads += 1;
  const download = downloads;
  readWholeLedger({
    readPage: (page) =>
      queryClient.fetchQuery({
        queryKey: ['download', download, page],
        queryFn: () => store.history({ status, page, limit: maxPageSize }, signal),
        gcTime: 0,
      }),
    convert: ledgerCsvRows,
    onProgress: (rows, total) => sendBack({ type: 'download.progressed', rows, total }),
    signal,
    onlyGrows: status === 'all',
  }).then(
    (rows) => sendBack({ type: 'download.completed', csv: [ledgerCsvHead(), ...rows] }),
    (error: unknown) => {
      if (signal.aborted) return;
      sendBack({ type: 'download.failed', message: error instanceof Error ? error.message : '' });
    },
  );
};

export const saveLedger = (status: LedgerFilter, csv: readonly string[]): void =>
  saveFile(ledgerFileTexts.name(status, chicagoDay(Date.now())), 'text/csv;charset=utf-8', csv);
