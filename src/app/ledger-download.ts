import { chicagoDay } from '#domain/dates.ts';
import { ledgerCsvHead, ledgerCsvRows } from '#features/ledger/ledger-csv.ts';
import type { LedgerFilter } from '#machines/ledger.types.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { readWholeLedger } from './read-whole-ledger.ts';

type Reading = Omit<Parameters<typeof readWholeLedger>[0], 'convert'>;

/** The whole ledger as parts of a CSV file. Rejects like {@link readWholeLedger}. */
export const writeLedger = async (reading: Reading): Promise<readonly string[]> => [
  ledgerCsvHead(),
  ...(await readWholeLedger({ ...reading, convert: ledgerCsvRows })),
];

/** Never revokes the URL: Safari reads the file only once the user allows the download. */
export const saveFile = (name: string, type: string, parts: readonly string[]): void => {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
};

export const saveLedger = (status: LedgerFilter, csv: readonly string[]): void =>
  saveFile(ledgerTexts.download.fileName(status, chicagoDay(Date.now())), 'text/csv;charset=utf-8', csv);
