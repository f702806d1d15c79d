import type { Query, QueryClient } from '@tanstack/react-query';

/** Calls back whenever the network is back. Returns the unsubscribe function. */
export type OnOnline = (listener: () => void) => () => void;

const hasFailed = ({ state }: Query): boolean => state.status === 'error' && state.fetchStatus === 'idle';

/**
 * Reads everything that failed again once the network is back, and as soon as one failed part could be read: what kept it
 * from being read, such as a session that could not be renewed, most likely kept all.
 *
 * @param retryLedger has the ledger read its page again if it failed
 * @returns a function that ends this
 */
export const readFailedTogether = (
  queryClient: QueryClient,
  retryLedger: () => void,
  onOnline: OnOnline,
): (() => void) => {
  const failed = new Set<Query>();
  const readAgain = () => {
    retryLedger();
    void queryClient.refetchQueries({ type: 'active', predicate: hasFailed });
  };
  const stopWaiting = onOnline(readAgain);
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (action.type === 'error') failed.add(query);
    if (action.type !== 'success' || !failed.delete(query)) return;
    // The query is still about to tell those who wait for it.
    queueMicrotask(readAgain);
  });
  return () => {
    stopWaiting();
    unsubscribe();
  };
};
