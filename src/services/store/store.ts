import { prefetchModule } from '#chunks/import-chunk.ts';
import { activity, reads } from '#contract/endpoints.ts';
import type { History, Transaction } from '#contract/transactions.ts';
import { isUsualStamp } from '#domain/chicago-time.ts';
import { historyParameters, type StoreReader } from '#domain/store.ts';
import { type ApiClient, type ApiClientOptions, createApiClient } from './api-client.ts';

const importDates = () => import('#domain/dates.ts');

const isUnusual = (stamp: string | null): stamp is string => stamp !== null && !isUsualStamp(stamp);

const stampsOf = ({ transaction_date, reversals }: Transaction) => [
  transaction_date,
  ...reversals.map(({ date }) => date),
];

/** Normalizes unusual ISO 8601 timestamps. Leaves them as they are if unreadable, or without the parser. */
export const withUsualStamps = async (history: History): Promise<History> => {
  if (!history.transactions.some((transaction) => stampsOf(transaction).some(isUnusual))) return history;
  const dates = await prefetchModule(importDates).catch(() => null);
  const usual = (stamp: string | null) =>
    isUnusual(stamp) ? (dates?.readInstant(stamp)?.utc ?? stamp) : stamp;
  return {
    ...history,
    transactions: history.transactions.map((transaction) => ({
      ...transaction,
      transaction_date: usual(transaction.transaction_date),
      reversals: transaction.reversals.map((reversal) => ({ ...reversal, date: usual(reversal.date) })),
    })),
  };
};

export interface StoreApi extends StoreReader {
  /** Sends requests that only some pages need. */
  readonly call: ApiClient;
}

/** Creates the store's API. Calls reject with a StoreError, or the signal's reason if aborted. */
export const createStore = (options: ApiClientOptions): StoreApi => {
  const call = createApiClient(options);
  return {
    read: (name, signal) => call(reads[name], signal),
    history: (request, signal) =>
      call({ ...reads.history, searchParams: historyParameters(request) }, signal).then(withUsualStamps),
    activity: (searchParams, signal) => call({ ...activity, searchParams }, signal),
    call,
  };
};
