import type { Query, QueryClient } from '@tanstack/react-query';
import { isUnknownCustomer } from '#domain/store-error.ts';

const isRefused = ({ state }: Query): boolean => state.status === 'error' && isUnknownCustomer(state.error);

interface RegistrationReactions {
  /** Called after each successful profile call. */
  readonly onRegistered: () => void;
  /** Called once for each query that failed without the record, even if the refusal arrives later. */
  readonly onRefusalInvalidated: (query: Query) => void;
}

/** Watches for the profile call that creates the customer record. Returns the unsubscribe function. */
export const watchRegistration = (
  queryClient: QueryClient,
  { onRegistered, onRefusalInvalidated }: RegistrationReactions,
): (() => void) => {
  const askedBefore = new Set<Query>();
  let isRegistered = false;
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    // A query that starts after the registration is refused for another reason.
    if (action.type === 'fetch') isRegistered ? askedBefore.delete(query) : askedBefore.add(query);
    if (action.type === 'success' && query.queryKey[0] === 'profile') {
      isRegistered = true;
      onRegistered();
    }
    if (!isRegistered) return;
    for (const refused of [...askedBefore].filter(isRefused)) {
      askedBefore.delete(refused);
      // The query first notifies its own observers.
      queueMicrotask(() => onRefusalInvalidated(refused));
    }
  });
};
