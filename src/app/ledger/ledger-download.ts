import { maxPageSize } from '#contract/queries.ts';
import { chicagoDay } from '#domain/dates.ts';
import type { StoreReader } from '#domain/store.ts';
import { ledgerCsvHead, ledgerCsvRows } from '#features/ledger/ledger-csv.ts';
import { ledgerFileTexts } from '#texts/ledger-file.ts';
import { saveFile } from './csv-file.ts';
import type { DownloadRun } from './download-actor.ts';
import { readLedgerAddress } from './ledger-address.ts';
import { readWholeLedger } from './read-whole-ledger.ts';

/** Saves the transactions that match a filter as a CSV file. */
export const downloadLedger = async (
  store: Pick<StoreReader, 'history'>,
  { filter, signal, onProgress, readPage }: DownloadRun,
): Promise<boolean> => {
  const { status } = readLedgerAddress({ status: filter });
  const rows = await readWholeLedger({
    readPage: (page) => readPage(page, () => store.history({ status, page, limit: maxPageSize }, signal)),
    convert: ledgerCsvRows,
    onProgress,
    signal,
    onlyGrows: status === 'all',
  });
  return saveFile(ledgerFileTexts.name(status, chicagoDay(Date.now())), [ledgerCsvHead(), ...rows], signal);
};
