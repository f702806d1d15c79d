import type { Query, QueryClient } from '@tanstack/react-query';
import { isUnknownCustomer } from '#domain/store-error.ts';

const isRefused = ({ state }: Query): boolean => state.status === 'error' && isUnknownCustomer(state.error);

/** What follows from a registration. */
interface RegistrationReactions {
  /** Called whenever the profile call was answered. */
  readonly onRegistered: () => void;
  /** Called for every query that was refused for want of the record: once each, also one that is refused only afterwards. */
  readonly onRefusalOutdated: (query: Query) => void;
}

/**
 * Watches for the profile call that makes the customer record.
 *
 * @returns a function that ends the watch
 */
export const watchRegistration = (
  queryClient: QueryClient,
  { onRegistered, onRefusalOutdated }: RegistrationReactions,
): (() => void) => {
  const askedBefore = new Set<Query>();
  let isRegistered = false;
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    // A refusal after the registration has another cause.
    if (action.type === 'fetch') isRegistered ? askedBefore.delete(query) : askedBefore.add(query);
    if (action.type === 'success' && query.queryKey[0] === 'profile') {
      isRegistered = true;
      onRegistered();
    }
    if (!isRegistered) return;
    for (const refused of [...askedBefore].filter(isRefused)) {
      askedBefore.delete(refused);
      // The query is still about to tell those who wait for it.
      queueMicrotask(() => onRefusalOutdated(refused));
    }
  });
};
