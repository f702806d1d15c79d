import type { QueryClient } from '@tanstack/react-query';
import { maxPageSize } from '#contract/queries.ts';
import { chicagoDay } from '#domain/dates.ts';
import type { StoreReader } from '#domain/store.ts';
import { ledgerCsvHead, ledgerCsvRows } from '#features/ledger/ledger-csv.ts';
import { ledgerFileTexts } from '#texts/ledger-file.ts';
import { saveFile } from './csv-file.ts';
import type { DownloadRun } from './download-actor.ts';
import { readLedgerAddress } from './ledger-address.ts';
import { readWholeLedger } from './read-whole-ledger.ts';

interface LedgerDownloader extends DownloadRun {
  readonly store: Pick<StoreReader, 'history'>;
  readonly queryClient: QueryClient;
}

/** Saves the ledger of a filter. */
export const downloadLedger = async ({
  store,
  queryClient,
  filter,
  id,
  signal,
  onProgress,
}: LedgerDownloader): Promise<void> => {
  const { status } = readLedgerAddress({ status: filter });
  const rows = await readWholeLedger({
    readPage: (page) =>
      queryClient.fetchQuery({
        queryKey: ['download', id, page],
        queryFn: () => store.history({ status, page, limit: maxPageSize }, signal),
        gcTime: 0,
      }),
    convert: ledgerCsvRows,
    onProgress,
    signal,
    onlyGrows: status === 'all',
  });
  saveFile(ledgerFileTexts.name(status, chicagoDay(Date.now())), [ledgerCsvHead(), ...rows]);
};
