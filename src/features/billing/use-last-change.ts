import {
  type MutationState,
  type UseMutationOptions,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';

/**
 * Returns a function that makes changes, and the last change's state. Changes in flight survive unmounting.
 * @param mutationKey must be a constant
 */
export const useLastChange = <Answer, Variables>(
  mutationKey: readonly string[],
  options: UseMutationOptions<Answer, Error, Variables>,
) => {
  const client = useQueryClient();
  const { mutate } = useMutation(options);
  const last = useMutationState({
    filters: { mutationKey },
    select: ({ state }): MutationState<Answer, Error, Variables> => state,
  }).at(-1);
  const forget = useCallback(() => {
    const cache = client.getMutationCache();
    for (const mutation of cache.findAll({ mutationKey, status: 'success' })) cache.remove(mutation);
  }, [client, mutationKey]);
  useEffect(() => forget, [forget]);
  return { change: mutate, forget, last };
};
