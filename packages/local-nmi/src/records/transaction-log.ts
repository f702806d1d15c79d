import { join } from 'node:path';
import { openStateFile } from 'local-services/state-file.ts';
import * as v from 'valibot';
import {
  type Action,
  type Condition,
  isApprovedSale,
  newTransactionId,
  saleActionOf,
  type Transaction,
  type TransactionHead,
  transactionSchema,
} from './transaction.ts';

/** Every transaction and what happened to it. What was really charged is the approved sales among them. */
export type TransactionLog = Awaited<ReturnType<typeof openTransactionLog>>;

type Growing = v.InferOutput<typeof transactionSchema>;

/** Opens the log in `dataDir`; without one it is kept in memory. */
export const openTransactionLog = async (dataDir: string | undefined) => {
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

  const file = await openStateFile(
    dataDir && join(dataDir, 'transactions.json'),
    v.array(transactionSchema),
    () => [...transactions.values()],
  );
  for (const transaction of file.found ?? []) take(transaction);

  return {
    /** Begins a transaction at once; `written` resolves when it is on the disk. */
    begin(
      head: Omit<TransactionHead, 'transactionId'>,
      action: Action,
    ): { transaction: Transaction; written: Promise<void> } {
      const transaction: Growing = { ...head, transactionId: newTransactionId(), actions: [action] };
      take(transaction);
      return { transaction, written: file.save() };
    },
    /** Adds to a transaction at once; resolves when that is on the disk. */
    add({ transactionId }: Transaction, action: Action): Promise<void> {
      known(transactions, transactionId).actions.push(action);
      return file.save();
    },
    /** Has the records tell this condition, or again the one that follows from the actions. */
    setCondition({ transactionId }: Transaction, condition: Condition | undefined): Promise<void> {
      known(transactions, transactionId).conditionOverride = condition;
      return file.save();
    },
    find: (transactionId: string): Transaction | undefined => transactions.get(transactionId),
    /** Every transaction of the order, oldest first. */
    findByOrder: (orderId: string): readonly Transaction[] => byOrder.get(orderId) ?? [],
    /** The refunds of a sale that are transactions of their own, oldest first. */
    findRefundsOf: ({ transactionId }: Transaction): readonly Transaction[] =>
      bySale.get(transactionId) ?? [],
    /** The newest approved sale of that card and amount (US cents) made at or after `since` (ms since the epoch). */
    findApproved(maskedCard: string, amountCents: number, since: number): Transaction | undefined {
      const sale = lastApproved.get(cardAndAmount(maskedCard, amountCents));
      return sale !== undefined && Date.parse(saleActionOf(sale)?.at ?? '') >= since ? sale : undefined;
    },
    /** Every transaction, oldest first. */
    list: (): readonly Transaction[] => [...transactions.values()],
    /** The approved sales of an order, oldest first. */
    findCharges: (orderId: string): readonly Transaction[] =>
      (byOrder.get(orderId) ?? []).filter(isApprovedSale),
    close: () => file.close(),
  };
};

const cardAndAmount = (maskedCard: string, amountCents: number): string => `${maskedCard} ${amountCents}`;

const append = (lists: Map<string, Growing[]>, key: string, transaction: Growing): void => {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [transaction]);
  else list.push(transaction);
};

const known = (transactions: ReadonlyMap<string, Growing>, transactionId: string): Growing => {
  const transaction = transactions.get(transactionId);
  if (transaction === undefined) throw new Error(`There is no transaction ${transactionId}`);
  return transaction;
};
