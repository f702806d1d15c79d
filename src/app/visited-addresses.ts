import type { KeptStorage } from '#services/storage/device-storage.ts';

/** The parts of the router's location that tell whose it is. */
export interface VisitedAddress {
  readonly searchStr: string;
  readonly state: { readonly __TSR_index: number };
}

const key = 'coffer.lastCustomer';

/**
 * Tells a customer's own receipts from those that another customer left in this tab: in a return location, in the history, or
 * in the page on which the session changed hands.
 *
 * @param tab remembers the last customer of this tab
 * @returns whether an address names a receipt of the former customer
 */
export const followVisits = (userId: string, tab: KeptStorage) => {
  const last = tab.getItem(key);
  tab.setItem(key, userId);
  /** Where this customer's visits begin in the history; null until an address without a receipt is visited. */
  let begin: number | null = last === null || last === userId ? Number.NEGATIVE_INFINITY : null;
  return ({ searchStr, state: { __TSR_index: index } }: VisitedAddress): boolean => {
    if (!new URLSearchParams(searchStr).has('tx')) {
      begin ??= index;
      return false;
    }
    return begin === null || index < begin;
  };
};
