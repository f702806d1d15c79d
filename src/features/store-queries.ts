import { queryOptions } from '@tanstack/react-query';
import type { StoreReader } from '#domain/store.ts';

const fiveMinutes = 5 * 60_000;
const thirtySeconds = 30_000;

/** How each part of the store's data that screens read is kept, and how long it stays fresh. */
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
  summary: () =>
    queryOptions({
      queryKey: ['transactions', 'summary'],
      queryFn: ({ signal }) => store.summary(signal),
      staleTime: fiveMinutes,
      refetchOnWindowFocus: false,
    }),
});

export type StoreQueries = ReturnType<typeof createStoreQueries>;
