import { join } from 'node:path';
import { openJournal } from 'local-services/durable/journal.ts';
import { type Change, changesOf, entrySchema } from './stored-entries.ts';
import {
  type Action,
  type Condition,
  isApprovedSale,
  newTransactionId,
  saleActionOf,
  type Transaction,
  type TransactionHead,
} from './transaction.ts';

/** Every transaction and what happened to it. What was really charged is the approved sales among them. */
export type TransactionLog = Awaited<ReturnType<typeof openTransactionLog>>;

interface Growing extends TransactionHead {
  readonly actions: Action[];
  conditionOverride?: Condition | undefined;
}

/** Opens the log in `dataDir`; reads logs of older versions too. */
export const openTransactionLog = async (dataDir: string) => {
  const transactions = new Map<string, Growing>();
  const byOrder = new Map<string, Growing[]>();
  const bySale = new Map<string, Growing[]>();
  const lastApproved = new Map<string, Growing>();

  const take = (change: Change): void => {
    if (change.change === 'transaction') {
      begin({ ...change.transaction, actions: [change.action] });
      return;
    }
    const transaction = transactions.get(change.transactionId);
    if (transaction === undefined) throw new Error(`there is no transaction ${change.transactionId}`);
    if (change.change === 'action') transaction.actions.push(change.action);
    else transaction.conditionOverride = change.condition;
  };

  const begin = (transaction: Growing): void => {
    const { transactionId, orderId, refundOf } = transaction;
    transactions.set(transactionId, transaction);
    append(byOrder, orderId, transaction);
    if (refundOf !== undefined) append(bySale, refundOf, transaction);
    const sale = saleActionOf(transaction);
    if (sale?.success) lastApproved.set(cardAndAmount(transaction.maskedCard, sale.amountCents), transaction);
  };

  const amountOf = (transactionId: string) => {
    const sale = transactions.get(transactionId);
    return (sale && saleActionOf(sale)?.amountCents) ?? 0;
  };
  const journal = await openJournal(join(dataDir, 'sales.jsonl'), entrySchema, {
    owner: 'gateway',
    restore: (entry) => {
      for (const change of changesOf(entry, amountOf)) take(change);
    },
  });
  const keep = (change: Change): Promise<void> => {
    take(change);
    return journal.append(change);
  };

  return {
    /** Begins a transaction at once; `written` resolves when it is on the disk. */
    begin(head: Omit<TransactionHead, 'transactionId'>, action: Action) {
      const transaction: TransactionHead = { ...head, transactionId: newTransactionId() };
      const written = keep({ change: 'transaction', transaction, action });
      return { transaction: found(transactions, transaction.transactionId), written };
    },
    /** Adds to a transaction at once; resolves when that is on the disk. */
    add: ({ transactionId }: Transaction, action: Action): Promise<void> =>
      keep({ change: 'action', transactionId, action }),
    /** Has the records tell this condition, or again the one that follows from the actions. */
    setCondition: ({ transactionId }: Transaction, condition: Condition | undefined): Promise<void> =>
      keep({ change: 'condition', transactionId, condition }),
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
    close: () => journal.close(),
  };
};

const cardAndAmount = (maskedCard: string, amountCents: number): string => `${maskedCard} ${amountCents}`;

const append = (lists: Map<string, Growing[]>, key: string, transaction: Growing): void => {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [transaction]);
  else list.push(transaction);
};

const found = (transactions: ReadonlyMap<string, Growing>, transactionId: string): Transaction => {
  const transaction = transactions.get(transactionId);
  if (transaction === undefined) throw new Error(`There is no transaction ${transactionId}`);
  return transaction;
};
