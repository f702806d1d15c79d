import type { Query, QueryClient } from '@tanstack/react-query';

/** Calls back when the network returns. Returns the unsubscribe function. */
export type OnOnline = (listener: () => void) => () => void;

const hasFailed = ({ state }: Query): boolean => state.status === 'error' && state.fetchStatus === 'idle';

/**
 * Retries failed reads when the network returns or one of them succeeds, because they probably share a cause.
 * @param retryLedger reloads the ledger's page if it failed
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
    // The query first notifies its own observers.
    queueMicrotask(readAgain);
  });
  return () => {
    stopWaiting();
    unsubscribe();
  };
};
