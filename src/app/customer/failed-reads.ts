import type { Query, QueryClient } from '@tanstack/react-query';
import { isUnknownCustomer } from '#domain/store-error.ts';

const hasFailed = ({ state }: Query): boolean => state.status === 'error' && state.fetchStatus === 'idle';

const isRefused = ({ state }: Query): boolean => state.status === 'error' && isUnknownCustomer(state.error);

/**
 * Repeats failed reads once their cause has probably gone. Returns the unsubscribe function.
 * - If one of them succeeds, the others follow.
 * - If the profile call creates the customer record, reads that began before it and failed without the record
 *   follow once, even if the refusal arrives later.
 * @param onRegistered called after each successful profile call
 * @param reloadLists loads the lists again: those that failed, or all of them
 */
export const repeatFailedReads = (
  queryClient: QueryClient,
  onRegistered: () => void,
  reloadLists: (type: 'history.retried' | 'history.outdated') => void,
): (() => void) => {
  const failed = new Set<Query>();
  const askedBefore = new Set<Query>();
  let isRegistered = false;
  const repeatFailed = () => {
    reloadLists('history.retried');
    void queryClient.refetchQueries({ type: 'active', predicate: hasFailed });
  };
  const repeat = ({ queryKey }: Query) => {
    if (queryKey[0] === 'history') reloadLists('history.outdated');
    else void queryClient.refetchQueries({ queryKey, exact: true });
  };
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (action.type === 'error') failed.add(query);
    // A query that starts after the registration is refused for another reason.
    if (action.type === 'fetch') isRegistered ? askedBefore.delete(query) : askedBefore.add(query);
    if (action.type === 'success' && query.queryKey[0] === 'profile') {
      isRegistered = true;
      onRegistered();
    }
    // In a microtask, because the query first notifies its own observers.
    if (action.type === 'success' && failed.delete(query)) queueMicrotask(repeatFailed);
    for (const refused of isRegistered ? [...askedBefore].filter(isRefused) : []) {
      askedBefore.delete(refused);
      queueMicrotask(() => repeat(refused));
    }
  });
};
