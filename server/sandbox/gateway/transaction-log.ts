import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { openJournal } from '../durable/journal.ts';

/** One attempt to charge a card, as the gateway keeps it. */
const saleRecordSchema = v.object({
  transactionId: v.string(),
  orderId: v.string(),
  amountCents: v.number(),
  outcome: v.picklist(['approved', 'declined', 'error']),
  /** The last 4 characters of the payment token. */
  token: v.string(),
  /** An ISO 8601 instant, UTC. */
  at: v.string(),
  maskedCard: v.string(),
  responseCode: v.number(),
  responseText: v.string(),
});
export type SaleRecord = v.InferOutput<typeof saleRecordSchema>;

/** A sale given back in full, as the gateway keeps it. */
const refundRecordSchema = v.object({
  transactionId: v.string(),
  /** The sale's transaction id. */
  refundOf: v.string(),
  /** An ISO 8601 instant, UTC. */
  at: v.string(),
});
export type RefundRecord = v.InferOutput<typeof refundRecordSchema>;

/**
 * A sale as the console shows it: `token` is the last 4 characters, `at` and `refundedAt` are ISO instants, `amountCents`
 * US cents.
 */
export type Sale = Pick<
  SaleRecord,
  'orderId' | 'amountCents' | 'outcome' | 'token' | 'at' | 'transactionId'
> & {
  readonly refundedAt?: string;
};

/** Every card charge that was tried. What the gateway really charged is the approved ones among them. */
export interface TransactionLog {
  /** Enters the sale at once; `kept` resolves when it is on the disk. */
  recordSale(sale: Omit<SaleRecord, 'transactionId'>): {
    readonly transactionId: string;
    readonly kept: Promise<void>;
  };
  /** Enters the refund of a sale at once, as {@link TransactionLog.recordSale} does. */
  recordRefund(
    sale: SaleRecord,
    at: string,
  ): { readonly transactionId: string; readonly kept: Promise<void> };
  /** The refund of a sale, by the sale's transaction id. */
  findRefund(transactionId: string): RefundRecord | undefined;
  /** Oldest first. */
  all(): readonly SaleRecord[];
  /** The newest approved sale of that card and amount made at or after `since` (ms since the epoch). */
  findApproved(maskedCard: string, amountCents: number, since: number): SaleRecord | undefined;
  /** The sale with that transaction id. */
  find(transactionId: string): SaleRecord | undefined;
  /** Every attempt for the order, oldest first. */
  findByOrder(orderId: string): readonly SaleRecord[];
  close(): Promise<void>;
}

/** Opens the book in `dataDir`. */
export async function openTransactionLog(dataDir: string): Promise<TransactionLog> {
  const journal = await openJournal(
    join(dataDir, 'sales.jsonl'),
    v.union([saleRecordSchema, refundRecordSchema]),
    { owner: 'gateway' },
  );
  const sales: SaleRecord[] = [];
  const byOrder = new Map<string, SaleRecord[]>();
  const byTransaction = new Map<string, SaleRecord>();
  const lastApproved = new Map<string, SaleRecord>();
  const refunds = new Map<string, RefundRecord>();

  const index = (sale: SaleRecord) => {
    sales.push(sale);
    byTransaction.set(sale.transactionId, sale);
    byOrder.set(sale.orderId, [...(byOrder.get(sale.orderId) ?? []), sale]);
    if (sale.outcome === 'approved') lastApproved.set(`${sale.maskedCard} ${sale.amountCents}`, sale);
  };
  for (const entry of journal.entries) {
    if ('refundOf' in entry) refunds.set(entry.refundOf, entry);
    else index(entry);
  }

  return {
    recordSale(attempt) {
      const sale = { ...attempt, transactionId: newTransactionId() };
      index(sale);
      return { transactionId: sale.transactionId, kept: journal.append(sale) };
    },
    recordRefund({ transactionId }, at) {
      const refund = { transactionId: newTransactionId(), refundOf: transactionId, at };
      refunds.set(transactionId, refund);
      return { transactionId: refund.transactionId, kept: journal.append(refund) };
    },
    findRefund: (transactionId) => refunds.get(transactionId),
    all: () => sales,
    findApproved(maskedCard, amountCents, since) {
      const sale = lastApproved.get(`${maskedCard} ${amountCents}`);
      return sale !== undefined && Date.parse(sale.at) >= since ? sale : undefined;
    },
    find: (transactionId) => byTransaction.get(transactionId),
    findByOrder: (orderId) => byOrder.get(orderId) ?? [],
    close: () => journal.close(),
  };
}

/** A ten-digit number such as the gateway gives transactions and refusals. */
export function newTransactionId(): string {
  return String(randomInt(1_000_000_000, 10_000_000_000));
}
