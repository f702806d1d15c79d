import type { StorageWithFallback } from '#services/storage/device-storage.ts';

export interface VisitedAddress {
  readonly searchStr: string;
  readonly state: { readonly __TSR_index: number };
}

const key = 'coffer.lastCustomer';

/**
 * The result tells whether an address names a former customer's receipt, as an old history entry may.
 * @param tab remembers this tab's last customer
 */
export const followVisits = (userId: string, tab: StorageWithFallback) => {
  const last = tab.getItem(key);
  tab.setItem(key, userId);
  /** Where this customer's visits begin in the history. Null until the first address without a receipt. */
  let begin: number | null = last === null || last === userId ? Number.NEGATIVE_INFINITY : null;
  return ({ searchStr, state: { __TSR_index: index } }: VisitedAddress): boolean => {
    if (!new URLSearchParams(searchStr).has('tx')) {
      begin ??= index;
      return false;
    }
    return begin === null || index < begin;
  };
};
