import { queryOptions } from '@tanstack/react-query';
import { reads } from '#contract/endpoints.ts';
import type { StoreRead, StoreReader } from '#domain/store.ts';

export const createStoreQuery =
  (store: Pick<StoreReader, 'read'>) =>
  <Name extends StoreRead>(name: Name) =>
    queryOptions({
      queryKey: [name],
      queryFn: ({ signal }) => store.read(name, signal),
      staleTime: reads[name].staleTime,
      refetchOnWindowFocus: name !== 'summary',
      // A prefetched query may already have used its retries before it mounts.
      retryOnMount: false,
    });

export type StoreQuery = ReturnType<typeof createStoreQuery>;
