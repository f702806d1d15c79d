import * as v from 'valibot';
import { count, text } from './scalars.ts';
import { paidWithSchema } from './transactions.ts';

/** A charge that succeeded and wasn't refunded. `amount_cents` in US cents; `date` is ISO 8601. */
const topUpChargeSchema = v.object({
  /** The ledger's transaction. */
  transaction_id: text,
  date: text,
  amount_cents: count,
  credits: count,
  card: v.nullable(paidWithSchema),
});
export type TopUpCharge = v.InferOutput<typeof topUpChargeSchema>;

/** What the dashboard tells a customer whose automatic top-up is on or paused. */
export const topUpNewsSchema = v.object({
  state: v.picklist(['on', 'paused']),
  /** One of `topUpPauses` while paused. Clients show a general text for any other value. */
  paused_reason: v.nullable(text),
  last_charge: v.nullable(topUpChargeSchema),
});
export type TopUpNews = v.InferOutput<typeof topUpNewsSchema>;
