import { queryOptions } from '@tanstack/react-query';
import type { StoreReader } from '#domain/store.ts';
import type { LedgerQuery } from '#machines/ledger.types.ts';

const fiveMinutes = 5 * 60_000;
const thirtySeconds = 30_000;

/** How long a page of the ledger needs no other reading, in milliseconds. */
export const historyFreshness = fiveMinutes;

/** How each part of the store's data is read and how long it stays fresh. */
export const createStoreQueries = (store: StoreReader) => ({
  profile: () =>
    queryOptions({
      queryKey: ['profile'],
      queryFn: ({ signal }) => store.profile(signal),
      staleTime: fiveMinutes,
    }),
  products: () =>
    queryOptions({
      queryKey: ['products'],
      queryFn: ({ signal }) => store.products(signal),
      staleTime: fiveMinutes,
    }),
  balance: () =>
    queryOptions({
      queryKey: ['balance'],
      queryFn: ({ signal }) => store.balance(signal),
      staleTime: thirtySeconds,
    }),
  history: ({ filter, page }: LedgerQuery) =>
    queryOptions({
      queryKey: ['transactions', 'history', filter, page],
      queryFn: ({ signal }) => store.history(filter === 'all' ? { page } : { page, status: filter }, signal),
      staleTime: historyFreshness,
      refetchOnWindowFocus: false,
    }),
  summary: () =>
    queryOptions({
      queryKey: ['transactions', 'summary'],
      queryFn: ({ signal }) => store.summary(signal),
      staleTime: fiveMinutes,
      refetchOnWindowFocus: false,
    }),
});

export type StoreQueries = ReturnType<typeof createStoreQueries>;
