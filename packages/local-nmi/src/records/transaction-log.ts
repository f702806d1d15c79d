import type * as v from 'valibot';
import {
  type Action,
  type Condition,
  isApprovedSale,
  newTransactionId,
  saleActionOf,
  type Transaction,
  type TransactionHead,
  type transactionSchema,
} from './transaction.ts';

interface LogParts {
  readonly found: Growing[] | undefined;
  /** Saves the state. Resolves when all changes so far are on disk. */
  readonly save: () => Promise<void>;
  /**
   * Called before a new action is saved. Its promise resolves after the save. `orderId` is the sale's, even for a refund
   * without one.
   */
  readonly onAction: (transaction: Transaction, action: Action, orderId: string) => Promise<void>;
}

/** All transactions and their actions. The approved sales are the money that was charged. */
export type TransactionLog = ReturnType<typeof createTransactionLog>;

type Growing = v.InferOutput<typeof transactionSchema>;

export const createTransactionLog = ({ found = [], save, onAction }: LogParts) => {
  const transactions = new Map<string, Growing>();
  const byOrder = new Map<string, Growing[]>();
  const bySale = new Map<string, Growing[]>();
  const lastApproved = new Map<string, Growing>();

  const take = (transaction: Growing): void => {
    const { transactionId, orderId, refundOf } = transaction;
    transactions.set(transactionId, transaction);
    append(byOrder, orderId, transaction);
    if (refundOf !== undefined) append(bySale, refundOf, transaction);
    const sale = saleActionOf(transaction);
    if (sale?.success) lastApproved.set(cardAndAmount(transaction.maskedCard, sale.amountCents), transaction);
  };

  const known = (transactionId: string): Growing => {
    const transaction = transactions.get(transactionId);
    if (transaction === undefined) throw new Error(`There is no transaction ${transactionId}`);
    return transaction;
  };

  for (const transaction of found) take(transaction);

  const saleOrderOf = ({ orderId, refundOf }: Transaction): string =>
    transactions.get(refundOf ?? '')?.orderId ?? orderId;

  const write = async (transaction: Transaction, action: Action): Promise<void> => {
    await Promise.all([onAction(transaction, action, saleOrderOf(transaction)), save()]);
  };

  return {
    /** Adds a new transaction immediately. `written` resolves when it is on disk. */
    begin(head: Omit<TransactionHead, 'transactionId'>, action: Action) {
      const transaction: Growing = { ...head, transactionId: newTransactionId(), actions: [action] };
      take(transaction);
      const begun: Transaction = transaction;
      return { transaction: begun, written: write(transaction, action) };
    },
    /** Adds an action to a transaction immediately. Resolves when it is on disk. */
    add({ transactionId }: Transaction, action: Action): Promise<void> {
      const transaction = known(transactionId);
      transaction.actions.push(action);
      return write(transaction, action);
    },
    /** Sets the condition that the records show. Undefined restores the one that follows from the actions. */
    setCondition({ transactionId }: Transaction, condition: Condition | undefined): Promise<void> {
      known(transactionId).conditionOverride = condition;
      return save();
    },
    find: (transactionId: string): Transaction | undefined => transactions.get(transactionId),
    /** Returns the order id of a transaction's sale. */
    saleOrderOf,
    /** Returns an order's transactions, oldest first. */
    findByOrder: (orderId: string): readonly Transaction[] => byOrder.get(orderId) ?? [],
    /** Returns a sale's refunds that are separate transactions, oldest first. */
    findRefundsOf: ({ transactionId }: Transaction): readonly Transaction[] =>
      bySale.get(transactionId) ?? [],
    /** Returns the newest approved sale with this card and amount (US cents) since `since` (ms since the epoch). */
    findApproved(maskedCard: string, amountCents: number, since: number): Transaction | undefined {
      const sale = lastApproved.get(cardAndAmount(maskedCard, amountCents));
      return sale !== undefined && Date.parse(saleActionOf(sale)?.at ?? '') >= since ? sale : undefined;
    },
    /** Returns all transactions, oldest first. */
    list: (): readonly Transaction[] => [...transactions.values()],
    /** Returns an order's approved sales, oldest first. */
    findCharges: (orderId: string): readonly Transaction[] =>
      (byOrder.get(orderId) ?? []).filter(isApprovedSale),
    toSave: () => [...transactions.values()],
  };
};

const cardAndAmount = (maskedCard: string, amountCents: number): string => `${maskedCard} ${amountCents}`;

const append = (lists: Map<string, Growing[]>, key: string, transaction: Growing): void => {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [transaction]);
  else list.push(transaction);
};
