import type { Query, QueryClient } from '@tanstack/react-query';
import { isUnknownCustomer } from '#domain/store-error.ts';

const hasFailed = ({ state }: Query): boolean => state.status === 'error' && state.fetchStatus === 'idle';

const isRefused = ({ state }: Query): boolean => state.status === 'error' && isUnknownCustomer(state.error);

/**
 * Refetches failed reads once their cause has probably gone. Returns a function that unsubscribes.
 * - When one failed read succeeds, refetches the others.
 * - When the profile request creates the customer record, refetches each earlier read that was refused for
 *   lack of a record, once, even if its response arrives later.
 * @param onRegistered called after each successful profile request
 * @param reloadLists reloads the lists: only failed ones (`history.retried`) or all (`history.outdated`)
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
    // If a query starts after the registration, a missing record isn't why it's refused.
    if (action.type === 'fetch') isRegistered ? askedBefore.delete(query) : askedBefore.add(query);
    if (action.type === 'success' && query.queryKey[0] === 'profile') {
      isRegistered = true;
      onRegistered();
    }
    // Wait for a microtask, because the query notifies its own observers first.
    if (action.type === 'success' && failed.delete(query)) queueMicrotask(repeatFailed);
    for (const refused of isRegistered ? [...askedBefore].filter(isRefused) : []) {
      askedBefore.delete(refused);
      queueMicrotask(() => repeat(refused));
    }
  });
};
