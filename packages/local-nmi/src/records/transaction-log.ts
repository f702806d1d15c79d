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
  /** Resolves when everything so far is on disk. */
  readonly save: () => Promise<void>;
  /**
   * Called before a new action is saved; what it returns resolves after that. `orderId` is the sale's, also for a refund
   * without one.
   */
  readonly onAction: (transaction: Transaction, action: Action, orderId: string) => Promise<void>;
}

/** Every transaction and its actions. The approved sales among them are the money that was charged. */
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
    /** Begins a transaction at once; `written` resolves when it is on disk. */
    begin(head: Omit<TransactionHead, 'transactionId'>, action: Action) {
      const transaction: Growing = { ...head, transactionId: newTransactionId(), actions: [action] };
      take(transaction);
      const begun: Transaction = transaction;
      return { transaction: begun, written: write(transaction, action) };
    },
    /** Adds to a transaction at once; resolves when that is on disk. */
    add({ transactionId }: Transaction, action: Action): Promise<void> {
      const transaction = known(transactionId);
      transaction.actions.push(action);
      return write(transaction, action);
    },
    /** Sets the condition that the records show. Undefined: the one that follows from the actions. */
    setCondition({ transactionId }: Transaction, condition: Condition | undefined): Promise<void> {
      known(transactionId).conditionOverride = condition;
      return save();
    },
    find: (transactionId: string): Transaction | undefined => transactions.get(transactionId),
    /** The order id of a transaction's sale. */
    saleOrderOf,
    /** Oldest first. */
    findByOrder: (orderId: string): readonly Transaction[] => byOrder.get(orderId) ?? [],
    /** The refunds of a sale that are separate transactions, oldest first. */
    findRefundsOf: ({ transactionId }: Transaction): readonly Transaction[] =>
      bySale.get(transactionId) ?? [],
    /** The newest approved sale with that card and amount (US cents) since `since` (ms since the epoch). */
    findApproved(maskedCard: string, amountCents: number, since: number): Transaction | undefined {
      const sale = lastApproved.get(cardAndAmount(maskedCard, amountCents));
      return sale !== undefined && Date.parse(saleActionOf(sale)?.at ?? '') >= since ? sale : undefined;
    },
    /** Oldest first. */
    list: (): readonly Transaction[] => [...transactions.values()],
    /** The approved sales of an order, oldest first. */
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
