import type { History, Transaction } from '#contract/transactions.ts';
import { ledgerTexts } from '#texts/ledger.ts';

/** How often a ledger that changes while it is read is read from the start. */
const maxAttempts = 3;

interface WholeLedgerReader {
  /** Reads one page of as many rows as the store gives at once; pages count from 1. */
  readonly readPage: (page: number) => Promise<History>;
  /** Turns the rows of a page into a part of the result. */
  readonly convert: (transactions: readonly Transaction[]) => string;
  readonly onProgress: (rows: number, total: number) => void;
  /** Ends the reading between two pages. */
  readonly signal: AbortSignal;
}

/** Null when the ledger got or lost rows while it was read, so that pages no longer fit together. */
const readOnce = async ({ readPage, convert, onProgress, signal }: WholeLedgerReader) => {
  const parts: string[] = [];
  let rows = 0;
  let total: number | null = null;
  for (let page = 1; ; page++) {
    const { transactions, pagination } = await readPage(page);
    signal.throwIfAborted();
    total ??= pagination.total_items;
    if (pagination.total_items !== total) return null;
    parts.push(convert(transactions));
    rows += transactions.length;
    onProgress(rows, total);
    if (transactions.length === 0 || page >= pagination.total_pages) return parts;
  }
};

/**
 * Reads all pages one after the other, and from the start again when the ledger changed meanwhile: each row is in the
 * result once.
 *
 * @throws what `readPage` throws, the signal's reason, or an Error to be shown when the ledger does not come to rest
 */
export const readWholeLedger = async (reader: WholeLedgerReader): Promise<readonly string[]> => {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const parts = await readOnce(reader);
    if (parts !== null) return parts;
  }
  throw new Error(ledgerTexts.download.changing);
};
