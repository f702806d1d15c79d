import * as v from 'valibot';
import { count, text } from './scalars.ts';
import { paidWithSchema } from './transactions.ts';

/** A charge that succeeded and wasn't refunded. `amount_cents` is in US cents; `date` is ISO 8601. */
const topUpChargeSchema = v.object({
  /** The id of the transaction in the ledger. */
  transaction_id: text,
  date: text,
  amount_cents: count,
  credits: count,
  card: v.nullable(paidWithSchema),
});
export type TopUpCharge = v.InferOutput<typeof topUpChargeSchema>;

/** Reasons for delaying a charge. Delays of a few seconds aren't reported. */
export const topUpDelays = [
  'interval', // The last automatic charge was too recent.
  'daily-limit', // The customer's automatic charges reached the store's daily limit.
  'spending-limit', // The customer's spending limit allows no more credits than the customer has.
  'monthly-limit', // The charge would exceed the customer's monthly limit.
  'same-amount', // The customer just bought the same package.
  'too-many-declines', // Too many of the customer's payments were declined.
  'purchases-paused', // The store has paused purchases.
  'outcome-unknown', // The last automatic charge may still succeed.
  'pool-unanswered', // The user pool didn't say whether the customer can still sign in.
] as const;

/** What customers should know before the next charge. Older stores omit the fields. Dates are in ISO 8601. */
export const topUpNoticeEntries = {
  /** The latest decline, unless a later automatic charge succeeded or the customer saved the settings again. */
  declined: v.optional(
    v.nullable(
      v.object({
        date: text,
        amount_cents: count,
        /** The message that the customer would see after a declined payment. */
        reason: text,
        /** When the store retries. Null if no retry is planned, for example while top-up is paused. */
        next_try: v.nullable(text),
      }),
    ),
    null,
  ),
  /** A charge delayed by a limit. `reason` is one of `topUpDelays`. Clients accept unknown values. */
  delayed: v.optional(v.nullable(v.object({ reason: text, until: text })), null),
  /** Set if the latest refused spend or hold needs more credits than one package adds. */
  shortfall: v.optional(
    v.nullable(v.object({ date: text, required_credits: count, package_credits: count })),
    null,
  ),
};

/** What the dashboard shows about automatic top-up while it is on or paused. */
export const topUpNewsSchema = v.object({
  state: v.picklist(['on', 'paused']),
  /** One of `topUpPauses` while paused. Clients show a generic text for other values. */
  paused_reason: v.nullable(text),
  last_charge: v.nullable(topUpChargeSchema),
  ...topUpNoticeEntries,
});
export type TopUpNews = v.InferOutput<typeof topUpNewsSchema>;
