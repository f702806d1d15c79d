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

/** Why a charge that is due comes later. Delays of seconds are not reported. */
export const topUpDelays = [
  'interval', // The last automatic charge was too recent.
  'daily-limit', // The store made as many automatic charges as it makes in a day.
  'monthly-limit', // The charge would exceed the customer's limit.
  'same-amount', // The customer just bought the same package.
  'too-many-declines', // Too many of the customer's payments were declined.
  'purchases-paused', // The store pauses all purchases.
  'outcome-unknown', // The last automatic charge may still succeed.
  'pool-unanswered', // The user pool doesn't say whether the customer can sign in.
] as const;

/** What a customer should know of a top-up before its next charge. Older stores don't send these. Dates are ISO 8601. */
export const topUpNoticeEntries = {
  /** The latest decline, unless a later automatic charge succeeded or the customer saved the settings again. */
  declined: v.optional(
    v.nullable(
      v.object({
        date: text,
        amount_cents: count,
        /** For the customer, as after a declined payment. */
        reason: text,
        /** Null: no try is planned, for example because top-up is paused or off. */
        next_try: v.nullable(text),
      }),
    ),
    null,
  ),
  /** A charge is due, and a limit delays it. `reason` is one of `topUpDelays`; clients show a general text for any other. */
  delayed: v.optional(v.nullable(v.object({ reason: text, until: text })), null),
  /** The latest spend or hold that was refused needs more credits than one package adds to the balance. */
  shortfall: v.optional(
    v.nullable(v.object({ date: text, required_credits: count, package_credits: count })),
    null,
  ),
};

/** What the dashboard tells a customer whose automatic top-up is on or paused. */
export const topUpNewsSchema = v.object({
  state: v.picklist(['on', 'paused']),
  /** One of `topUpPauses` while paused. Clients show a general text for any other value. */
  paused_reason: v.nullable(text),
  last_charge: v.nullable(topUpChargeSchema),
  ...topUpNoticeEntries,
});
export type TopUpNews = v.InferOutput<typeof topUpNewsSchema>;
