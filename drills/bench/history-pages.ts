import * as v from 'valibot';
import { type TransactionStatus, transactionStatuses } from '#contract/queries.ts';
import { historySchema } from '#contract/transactions.ts';
import { type Figure, quantile } from './measure.ts';
import { readJson, timeInTurn } from './rounds.ts';

/** Maximum time for the slowest page, as a multiple of the fastest page's time. */
const maxRatio = 1.5;
const turns = { warmUps: 5, rounds: 60 };
const pageSize = 10;
const deepPage = 5_000;

/**
 * Compares the API's response times for the first, a middle and the last page. Requests them in turn, so that other
 * load slows all pages equally.
 */
export const measureHistoryPages = async (api: Parameters<typeof read>[0]): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const status of [undefined, ...transactionStatuses]) {
    const { pagination } = v.parse(historySchema, await read(api, 1, status));
    const last = pagination.total_pages;
    const middle = last >= deepPage ? deepPage : Math.ceil(last / 2);
    const pages = [1, middle, last];
    const times = await timeInTurn(
      pages.map((page) => () => read(api, page, status)),
      turns,
    );
    // Use the fastest requests, because other load on the machine only adds time.
    const costs = times.map((taken) => quantile(taken, 0.1));
    figures.push({
      name: `history (${status ?? 'all'}): pages ${pages.map((page) => page.toLocaleString('en-US')).join(', ')}`,
      value: Math.max(...costs) / Math.min(...costs),
      unit: '×',
      limit: maxRatio,
      note: `${costs.map((milliseconds) => milliseconds.toFixed(2)).join(', ')} ms`,
    });
  }
  return figures;
};

const read = (
  { store, authorization }: { readonly store: string; readonly authorization: string },
  page: number,
  status: TransactionStatus | undefined,
): Promise<unknown> => {
  const query = new URLSearchParams({ page: `${page}`, limit: `${pageSize}`, ...(status && { status }) });
  return readJson(`${store}/api/transactions/history?${query}`, authorization);
};
