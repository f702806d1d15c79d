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

/** Every card charge that was tried, and every refund. What was really charged is the approved ones among them. */
export type TransactionLog = Awaited<ReturnType<typeof openTransactionLog>>;

/** A sale as the console shows it. `refundedAt` is an ISO 8601 instant, UTC; absent: not refunded. */
export type Sale = ReturnType<TransactionLog['listSales']>[number];

/** Opens the log in `dataDir`. */
export const openTransactionLog = async (dataDir: string) => {
  const journal = await openJournal(
    join(dataDir, 'sales.jsonl'),
    v.union([saleRecordSchema, refundRecordSchema]),
    { owner: 'gateway' },
  );
  const sales = new Map<string, SaleRecord>();
  const byOrder = new Map<string, SaleRecord[]>();
  const lastApproved = new Map<string, SaleRecord>();
  const refunds = new Map<string, RefundRecord>();

  const index = (sale: SaleRecord) => {
    sales.set(sale.transactionId, sale);
    byOrder.set(sale.orderId, [...(byOrder.get(sale.orderId) ?? []), sale]);
    if (sale.outcome === 'approved') lastApproved.set(`${sale.maskedCard} ${sale.amountCents}`, sale);
  };
  for (const entry of journal.entries) {
    if ('refundOf' in entry) refunds.set(entry.refundOf, entry);
    else index(entry);
  }

  return {
    /** Adds a sale to the log at once; `written` resolves when it is on the disk. */
    recordSale(attempt: Omit<SaleRecord, 'transactionId'>) {
      const sale = { ...attempt, transactionId: newTransactionId() };
      index(sale);
      return { transactionId: sale.transactionId, written: journal.append(sale) };
    },
    /** Adds the refund of a sale at once; `written` resolves when it is on the disk. */
    recordRefund({ transactionId }: SaleRecord, at: string) {
      const refund = { transactionId: newTransactionId(), refundOf: transactionId, at };
      refunds.set(transactionId, refund);
      return { transactionId: refund.transactionId, written: journal.append(refund) };
    },
    /** The sale with that transaction id. */
    findSale: (transactionId: string) => sales.get(transactionId),
    /** The refund of a sale, by the sale's transaction id. */
    findRefund: (transactionId: string) => refunds.get(transactionId),
    /** Every attempt for the order, oldest first. */
    findByOrder: (orderId: string): readonly SaleRecord[] => byOrder.get(orderId) ?? [],
    /** The newest approved sale of that card and amount made at or after `since` (ms since the epoch). */
    findApproved(maskedCard: string, amountCents: number, since: number): SaleRecord | undefined {
      const sale = lastApproved.get(`${maskedCard} ${amountCents}`);
      return sale !== undefined && Date.parse(sale.at) >= since ? sale : undefined;
    },
    /** Every attempt to charge a card, newest first. */
    listSales: () =>
      Array.from(sales.values(), ({ orderId, amountCents, outcome, token, at, transactionId }) => {
        const refundedAt = refunds.get(transactionId)?.at;
        const sale = { orderId, amountCents, outcome, token, at, transactionId };
        return { ...sale, ...(refundedAt !== undefined && { refundedAt }) };
      }).reverse(),
    close: () => journal.close(),
  };
};

/** A ten-digit number such as the gateway gives transactions and refusals. */
export const newTransactionId = (): string => String(randomInt(1_000_000_000, 10_000_000_000));
