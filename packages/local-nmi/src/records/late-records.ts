import type { Action, Transaction } from './transaction.ts';

/** A rule that makes the records of an order, or of all orders, appear late. */
export interface Lateness {
  readonly orderId?: string | undefined;
  /** The delay in ms. Without it, the records stay hidden until they are released. */
  readonly ms?: number | undefined;
}

/**
 * Makes new actions appear late in the records, because "empty never proves non-execution" (OR). The delays are guesses.
 * After a restart, the records show everything.
 */
export type LateRecords = ReturnType<typeof createLateRecords>;

/** Creates late records. `clock` returns the time in ms since the epoch. */
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
    /** Delays actions from now on. Replaces an earlier rule for the order, or the one for all orders. */
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
    /** Hides a new action if a rule says so. `orderId` is the sale's, even for a refund without one. */
    note(orderId: string, action: Action): void {
      const lateness = ofOrders.get(orderId) ?? general;
      if (lateness === undefined || lateness.ms === 0) return;
      const until = lateness.ms === undefined ? Number.POSITIVE_INFINITY : clock() + lateness.ms;
      hidden.set(action, { orderId, until });
    },
    /** Returns the transaction as the records show it now, or undefined if they don't show it yet. */
    asTold(transaction: Transaction): Transaction | undefined {
      if (hidden.size === 0) return transaction;
      const actions = transaction.actions.filter(isShown);
      return actions[0] === transaction.actions[0] && actions.length > 0
        ? { ...transaction, actions }
        : undefined;
    },
    /** Returns the rules, oldest first, and the number of hidden actions. */
    list: (): { rules: readonly Lateness[]; hidden: number } => ({
      rules: [...(general === undefined ? [] : [general]), ...ofOrders.values()],
      hidden: [...hidden.values()].filter(({ until }) => until > clock()).length,
    }),
  };
};
