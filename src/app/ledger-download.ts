import { chicagoDay } from '#domain/dates.ts';
import { ledgerCsvHead, ledgerCsvRows } from '#features/ledger/ledger-csv.ts';
import type { LedgerFilter } from '#machines/ledger.types.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { readWholeLedger } from './read-whole-ledger.ts';

type Reading = Omit<Parameters<typeof readWholeLedger>[0], 'convert'>;

/** The whole ledger as the parts of a CSV file. Rejects as {@link readWholeLedger} does. */
export const writeLedger = async (reading: Reading): Promise<readonly string[]> => [
  ledgerCsvHead(),
  ...(await readWholeLedger({ ...reading, convert: ledgerCsvRows })),
];

/** Saves a file. Safari reads it when the user allows the download, so its address lives as long as the page. */
export const saveFile = (name: string, type: string, parts: readonly string[]): void => {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
};

/** Saves the ledger's file, named after its filter and the day. */
export const saveLedger = (status: LedgerFilter, csv: readonly string[]): void =>
  saveFile(ledgerTexts.download.fileName(status, chicagoDay(Date.now())), 'text/csv;charset=utf-8', csv);
