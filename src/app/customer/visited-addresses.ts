import { days, isText, type Memory } from '#features/shared/memory.ts';

export interface VisitedAddress {
  readonly searchStr: string;
  readonly state: { readonly __TSR_index: number };
}

/**
 * Returns a function that detects a previous customer's receipt in the browser history.
 * @param memory must have no owner, because it stores the tab's last customer
 */
export const followVisits = (userId: string, memory: Memory) => {
  const remembered = memory({ name: 'lastCustomer', place: 'tab', lifetime: 30 * days, is: isText });
  const last = remembered.read();
  remembered.keep(userId);
  /** History index of this customer's first visit. Null until the first address without a receipt. */
  let begin: number | null = last === null || last === userId ? Number.NEGATIVE_INFINITY : null;
  return ({ searchStr, state: { __TSR_index: index } }: VisitedAddress): boolean => {
    if (!new URLSearchParams(searchStr).has('tx')) {
      begin ??= index;
      return false;
    }
    return begin === null || index < begin;
  };
};
