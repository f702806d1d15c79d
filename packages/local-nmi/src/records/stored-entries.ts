import * as v from 'valibot';
import {
  type Action,
  actionSchema,
  conditions,
  type TransactionHead,
  transactionHeadSchema,
} from './transaction.ts';

/** A change of the log, as its journal keeps it. */
const changeSchema = v.variant('change', [
  v.object({ change: v.literal('transaction'), transaction: transactionHeadSchema, action: actionSchema }),
  v.object({ change: v.literal('action'), transactionId: v.string(), action: actionSchema }),
  v.object({
    change: v.literal('condition'),
    transactionId: v.string(),
    /** Absent: it follows from the actions again. */
    condition: v.optional(v.picklist(conditions)),
  }),
]);
export type Change = v.InferOutput<typeof changeSchema>;

/** A sale as journals of older versions keep it. */
const formerSaleSchema = v.object({
  transactionId: v.string(),
  orderId: v.string(),
  amountCents: v.number(),
  outcome: v.picklist(['approved', 'declined', 'error']),
  token: v.string(),
  at: v.string(),
  maskedCard: v.string(),
  responseCode: v.number(),
  responseText: v.string(),
});
type FormerSale = v.InferOutput<typeof formerSaleSchema>;

/** A refund, always of the whole sale, as journals of older versions keep it. */
const formerRefundSchema = v.object({ transactionId: v.string(), refundOf: v.string(), at: v.string() });

/** Every line that a journal may hold, those of older versions included. */
export const entrySchema = v.union([changeSchema, formerSaleSchema, formerRefundSchema]);

/**
 * An entry as the changes that it stands for.
 *
 * @param amountOf the amount of an earlier sale, in US cents
 */
export const changesOf = (
  entry: v.InferOutput<typeof entrySchema>,
  amountOf: (transactionId: string) => number,
): readonly Change[] => {
  if ('change' in entry) return [entry];
  if ('outcome' in entry) {
    const transaction: TransactionHead = {
      transactionId: entry.transactionId,
      orderId: entry.orderId,
      maskedCard: entry.maskedCard,
      token: entry.token,
    };
    return [{ change: 'transaction', transaction, action: formerSaleAction(entry) }];
  }
  const transactionId = entry.refundOf;
  const given = { amountCents: amountOf(transactionId), success: true, code: 100, at: entry.at };
  const settle: Action = { ...given, type: 'settle', text: 'ACCEPTED' };
  const refund: Action = { ...given, type: 'refund', text: 'SUCCESS' };
  return [settle, refund].map((action) => ({ change: 'action' as const, transactionId, action }));
};

const formerSaleAction = ({ amountCents, outcome, responseCode, responseText, at }: FormerSale): Action => ({
  type: 'sale',
  amountCents,
  success: outcome === 'approved',
  code: responseCode,
  text: responseText,
  at,
});
