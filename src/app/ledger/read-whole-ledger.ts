import type { History, Transaction } from '#contract/transactions.ts';
import { ledgerFileTexts } from '#texts/ledger-file.ts';

/** Maximum number of attempts while the ledger keeps changing. */
const maxAttempts = 3;

const maxInFlight = 4;

interface WholeLedgerReader {
  /** Reads a page of the maximum size that the store allows. Pages count from 1. */
  readonly readPage: (page: number) => Promise<History>;
  /** Converts a page's rows to a part of the result. */
  readonly convert: (transactions: readonly Transaction[]) => string;
  /** `rows` counts the rows before the first missing page. */
  readonly onProgress: (rows: number, total: number) => void;
  readonly signal: AbortSignal;
  /** Whether every change increases the total. With a filter, rows disappear when their status changes. */
  readonly onlyGrows?: boolean;
}

const idsOf = ({ transactions }: History) => transactions.map(({ id }) => id).join();

/** Reads the ledger once. Returns null if it changes during the read, because its pages wouldn't match. */
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

  /** Rereads a page after the next page. If it is unchanged, no row moved between the two. */
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
 * Reads all pages. Starts over if the ledger changes, so that each row appears exactly once.
 * @throws {Error} to show to customers if the ledger keeps changing; also rethrows errors from `readPage`
 */
export const readWholeLedger = async (reader: WholeLedgerReader): Promise<readonly string[]> => {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const parts = await readOnce(reader);
    if (parts !== null) return parts;
  }
  throw new Error(ledgerFileTexts.changing);
};
