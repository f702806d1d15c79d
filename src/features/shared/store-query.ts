import { queryOptions } from '@tanstack/react-query';
import { reads } from '#contract/endpoints.ts';
import type { StoreRead, StoreReader } from '#domain/store.ts';

/** How each part of the store's data is read through the cache. */
export const createStoreQuery =
  (store: Pick<StoreReader, 'read'>) =>
  <Name extends StoreRead>(name: Name) =>
    queryOptions({
      queryKey: [name],
      queryFn: ({ signal }) => store.read(name, signal),
      staleTime: reads[name].staleTime,
      refetchOnWindowFocus: name !== 'summary',
      // What was read ahead has had its retry when a slow device shows it.
      retryOnMount: false,
    });

export type StoreQuery = ReturnType<typeof createStoreQuery>;
