import type { Action, Transaction } from './transaction.ts';

/** Which records come late: those of an order, or without one all. */
export interface Lateness {
  readonly orderId?: string | undefined;
  /** How long after they happened. Milliseconds; absent: until they are released. */
  readonly ms?: number | undefined;
}

/**
 * Has what happens from now on appear late in the records. OR: "empty never proves non-execution"; no delay is attested, so
 * each length is a guess. Forgotten when the process ends: everything is told then.
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
    /** From now on; replaces what was said before of that order, or of all. */
    delay(lateness: Lateness): void {
      if (lateness.orderId === undefined) general = lateness;
      else ofOrders.set(lateness.orderId, lateness);
    },
    /** Shows what was kept back, of one order or of all, and lets nothing more come late there. */
    release(orderId?: string): void {
      if (orderId === undefined) {
        general = undefined;
        ofOrders.clear();
      } else ofOrders.delete(orderId);
      forget((of) => orderId === undefined || of === orderId);
    },
    /** Takes note of what has just happened. `orderId` is that of the sale, also for a refund that has none. */
    note(orderId: string, action: Action): void {
      const lateness = ofOrders.get(orderId) ?? general;
      if (lateness === undefined || lateness.ms === 0) return;
      const until = lateness.ms === undefined ? Number.POSITIVE_INFINITY : clock() + lateness.ms;
      hidden.set(action, { orderId, until });
    },
    /** The transaction as the records show it now; undefined while they show nothing of it. */
    asTold(transaction: Transaction): Transaction | undefined {
      if (hidden.size === 0) return transaction;
      const actions = transaction.actions.filter(isShown);
      return actions[0] === transaction.actions[0] && actions.length > 0
        ? { ...transaction, actions }
        : undefined;
    },
    /** What comes late now: the rules, oldest first, and how many things are kept back. */
    list: (): { rules: readonly Lateness[]; hidden: number } => ({
      rules: [...(general === undefined ? [] : [general]), ...ofOrders.values()],
      hidden: [...hidden.values()].filter(({ until }) => until > clock()).length,
    }),
  };
};
