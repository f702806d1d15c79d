import { queryOptions } from '@tanstack/react-query';
import type { StoreRead, StoreReader } from '#domain/store.ts';

const fiveMinutes = 5 * 60_000;
const thirtySeconds = 30_000;

/** How each part of the store's data is read through the cache, and how long it stays fresh. */
export const createStoreQuery =
  (store: Pick<StoreReader, 'read'>) =>
  <Name extends StoreRead>(name: Name) =>
    queryOptions({
      queryKey: [name],
      queryFn: ({ signal }) => store.read(name, signal),
      staleTime: name === 'balance' ? thirtySeconds : fiveMinutes,
      refetchOnWindowFocus: name !== 'summary',
      // What was read ahead has had its retry when a slow device shows it.
      retryOnMount: false,
    });

export type StoreQuery = ReturnType<typeof createStoreQuery>;
