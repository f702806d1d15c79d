import type { History, Transaction } from '#contract/transactions.ts';
import { ledgerTexts } from '#texts/ledger.ts';

/** How often a ledger that changes while it is read is read from the start. */
const maxAttempts = 3;

/** How many pages are asked for at once. */
const maxInFlight = 4;

interface WholeLedgerReader {
  /** Reads one page of as many rows as the store gives at once; pages count from 1. */
  readonly readPage: (page: number) => Promise<History>;
  /** Turns the rows of a page into a part of the result. */
  readonly convert: (transactions: readonly Transaction[]) => string;
  /** Called with the rows that were read without a gap. */
  readonly onProgress: (rows: number, total: number) => void;
  /** Ends the reading before its next page. */
  readonly signal: AbortSignal;
  /** Whether every change shows in the total. Under a filter it doesn't: a row leaves when its status changes. */
  readonly onlyGrows?: boolean;
}

const idsOf = ({ transactions }: History) => transactions.map(({ id }) => id).join();

/** Null when the ledger got or lost rows while it was read, so that pages no longer fit together. */
const readOnce = async ({ readPage, convert, onProgress, signal, onlyGrows = false }: WholeLedgerReader) => {
  const parts: string[] = [];
  const pages: { readonly ids: string; readonly rows: number }[] = [];
  const unchecked: number[] = [];
  let next = 1;
  let total: number | null = null;
  let gapless = 0;
  let rows = 0;
  let isChanged = false;
  let isOver = false;

  const read = async (page: number): Promise<History> => {
    const history = await readPage(page);
    signal.throwIfAborted();
    total ??= history.pagination.total_items;
    if (history.pagination.total_items !== total) isChanged = true;
    return history;
  };

  const keep = (page: number, history: History): void => {
    parts[page - 1] = convert(history.transactions);
    pages[page - 1] = { ids: idsOf(history), rows: history.transactions.length };
    if (!onlyGrows)
      unchecked.push(...[page - 1, page].filter((lower) => pages[lower - 1] && pages[lower] !== undefined));
    const before = gapless;
    for (let at = pages[gapless]; at !== undefined; at = pages[gapless]) {
      rows += at.rows;
      gapless += 1;
    }
    if (gapless > before) onProgress(rows, history.pagination.total_items);
  };

  /** Reads a page again after the one behind it: if it is the same, no row slipped from one to the other. */
  const check = async (page: number): Promise<void> => {
    if (idsOf(await read(page)) !== pages[page - 1]?.ids) isChanged = true;
  };

  const readNext = async (last: number): Promise<void> => {
    while (!isChanged && !isOver) {
      const lower = unchecked.shift();
      if (lower !== undefined) await check(lower);
      else if (next <= last) {
        const page = next++;
        const history = await read(page);
        if (!isChanged) keep(page, history);
      } else return;
    }
  };

  const begin = await read(next++);
  keep(1, begin);
  const endAll = (error: unknown) => {
    isOver = true;
    throw error;
  };
  await Promise.all(
    Array.from({ length: maxInFlight }, () => readNext(begin.pagination.total_pages).catch(endAll)),
  );
  return isChanged ? null : parts;
};

/**
 * Reads all pages, a few at once, and from the start again when the ledger changed meanwhile: each row is in the result
 * once.
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
