import type { Action, Transaction } from './transaction.ts';

/** Which records appear late: an order's, or all. */
export interface Lateness {
  readonly orderId?: string | undefined;
  /** Milliseconds; absent: until they are released. */
  readonly ms?: number | undefined;
}

/**
 * Makes later actions appear late in the records. OR: "empty never proves non-execution"; how long they lag
 * is a guess. After a restart, the records show everything.
 */
export type LateRecords = ReturnType<typeof createLateRecords>;

/** `clock` gives milliseconds since the epoch. */
export const createLateRecords = (clock: () => number) => {
  let general: Lateness | undefined;
  const ofOrders = new Map<string, Lateness>();
  const hidden = new Map<Action, { orderId: string; until: number }>();

  const forget = (isConcerned: (orderId: string) => boolean) => {
    for (const [action, { orderId }] of hidden) if (isConcerned(orderId)) hidden.delete(action);
  };

  const isShown = (action: Action): boolean => {
    const until = hidden.get(action)?.until ?? 0;
    if (until > clock()) return false;
    hidden.delete(action);
    return true;
  };

  return {
    /** Applies from now on, and replaces an earlier rule for that order, or for all orders. */
    delay(lateness: Lateness): void {
      if (lateness.orderId === undefined) general = lateness;
      else ofOrders.set(lateness.orderId, lateness);
    },
    /** Shows hidden records, an order's or all, and removes their rules. */
    release(orderId?: string): void {
      if (orderId === undefined) {
        general = undefined;
        ofOrders.clear();
      } else ofOrders.delete(orderId);
      forget((of) => orderId === undefined || of === orderId);
    },
    /** Hides a new action if a rule says so. `orderId` is the sale's, also for a refund without one. */
    note(orderId: string, action: Action): void {
      const lateness = ofOrders.get(orderId) ?? general;
      if (lateness === undefined || lateness.ms === 0) return;
      const until = lateness.ms === undefined ? Number.POSITIVE_INFINITY : clock() + lateness.ms;
      hidden.set(action, { orderId, until });
    },
    /** The transaction as the records show it now; undefined while they don't. */
    asTold(transaction: Transaction): Transaction | undefined {
      if (hidden.size === 0) return transaction;
      const actions = transaction.actions.filter(isShown);
      return actions[0] === transaction.actions[0] && actions.length > 0
        ? { ...transaction, actions }
        : undefined;
    },
    /** The rules, oldest first, and the number of hidden actions. */
    list: (): { rules: readonly Lateness[]; hidden: number } => ({
      rules: [...(general === undefined ? [] : [general]), ...ofOrders.values()],
      hidden: [...hidden.values()].filter(({ until }) => until > clock()).length,
    }),
  };
};
