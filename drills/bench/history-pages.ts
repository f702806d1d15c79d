import * as v from 'valibot';
import { type TransactionStatus, transactionStatuses } from '#contract/queries.ts';
import { historySchema } from '#contract/transactions.ts';
import { type Figure, quantile } from './measure.ts';

/** The most expensive page's limit, as a multiple of the cheapest. */
const maxRatio = 1.5;
const warmUps = 5;
const rounds = 60;
const pageSize = 10;
const deepPage = 5_000;

export interface HistoryApi {
  readonly store: string;
  readonly authorization: string;
}

/**
 * The API's time for the first, a middle and the last page. Takes turns, so that other load slows them all
 * equally.
 */
export const measureHistoryPages = async (api: HistoryApi): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const status of [undefined, ...transactionStatuses]) {
    const { pagination } = v.parse(historySchema, await read(api, 1, status));
    const last = pagination.total_pages;
    const middle = last >= deepPage ? deepPage : Math.ceil(last / 2);
    const pages = [1, middle, last] as const;
    const times = pages.map((): number[] => []);
    for (let round = -warmUps; round < rounds; round += 1) {
      // Alternates, so no page always follows the same one.
      const order = round % 2 === 0 ? ([0, 1, 2] as const) : ([2, 1, 0] as const);
      for (const place of order) {
        const start = performance.now();
        await read(api, pages[place], status);
        if (round >= 0) times[place]?.push(performance.now() - start);
      }
    }
    // Other load only adds time, so the fastest requests show a page's own cost.
    const costs = times.map((taken) => quantile(taken, 0.1));
    figures.push({
      name: `history of ${status ?? 'all'}: pages ${pages.map((page) => page.toLocaleString('en-US')).join(', ')}`,
      value: Math.max(...costs) / Math.min(...costs),
      unit: '×',
      limit: maxRatio,
      note: costs.map((milliseconds) => `${milliseconds.toFixed(2)} ms`).join(', '),
    });
  }
  return figures;
};

const read = async (
  { store, authorization }: HistoryApi,
  page: number,
  status: TransactionStatus | undefined,
): Promise<unknown> => {
  const query = new URLSearchParams({
    page: String(page),
    limit: String(pageSize),
    ...(status && { status }),
  });
  const response = await fetch(`${store}/api/transactions/history?${query}`, { headers: { authorization } });
  if (!response.ok) throw new Error(`The store answered ${response.status}`);
  return response.json();
};
