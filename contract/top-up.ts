import * as v from 'valibot';
import { count, text } from './scalars.ts';
import { topUpNoticeEntries } from './top-up-news.ts';

/**
 * The version of the consent text. If you change the text, change the version and keep the old text in
 * docs/decisions/top-up.md.
 */
export const topUpConsentVersion = '2026-11-28';

/** The maximum values of settings: `threshold` in credits, `monthlyCents` in US cents. */
export const topUpLimits = { threshold: 1_000_000_000, monthlyCents: 10_000_000 } as const;

/** The body of PUT /api/top-up, which turns top-up on or ends a pause. Saving charges nothing. */
export const topUpRequestSchema = v.object({
  /** The store tops up when fewer credits than this are available. Must be less than the package adds. */
  threshold_credits: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(topUpLimits.threshold)),
  product_id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  card_id: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  /** In US cents per calendar month (Chicago time). Must be at least the package's price. */
  monthly_limit_cents: v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(1),
    v.maxValue(topUpLimits.monthlyCents),
  ),
  /** The version of the consent text that the customer saw. */
  consent: v.pipe(v.string(), v.minLength(1), v.maxLength(50)),
});
export type TopUpRequest = v.InferOutput<typeof topUpRequestSchema>;

export const topUpPauses = [
  'card-declined', // The bank told the store not to retry.
  'declined-repeatedly', // The bank declined three charges in a row.
  'card-removed', // The gateway no longer has the card.
  'card-expired',
  'card-closed', // The account updater reported a closed account.
  'contact-bank', // The bank reports that the card may not work.
  'price-changed', // The customer agreed to a different price or number of credits.
  'package-withdrawn', // The package is no longer on sale.
  'refunded', // A purchase was refunded or voided.
  'chargeback', // A purchase was charged back.
  'merchant', // The merchant paused top-up.
  'account-closed', // The user was deleted from the user pool, or is disabled.
  'unavailable', // The store can't ask the user pool whether the customer can sign in.
] as const;

/** A top-up charge. `amount_cents` is in US cents; `date` is ISO 8601. */
const topUpChargeSchema = v.object({
  /** The id of the transaction in the ledger. */
  transaction_id: text,
  date: text,
  amount_cents: count,
  credits: count,
  /** 'pending', 'completed', 'failed' or 'refunded'. Clients show any other status as pending. */
  status: text,
});

/** The response of GET, PUT and DELETE /api/top-up. Keeps the settings while top-up is off. */
export const topUpSchema = v.object({
  state: v.picklist(['off', 'on', 'paused']),
  /** Whether the store offers top-up. If not, it charges nothing and refuses PUT. */
  is_available: v.boolean(),
  threshold_credits: v.nullable(count),
  product_id: v.nullable(text),
  card_id: v.nullable(text),
  monthly_limit_cents: v.nullable(count),
  /** One of `topUpPauses` while paused. Clients show a generic text for other values. */
  paused_reason: v.nullable(text),
  /** When the customer agreed to the consent text, in ISO 8601. */
  consented_at: v.nullable(text),
  /** The version of the consent text to show. Send it as `consent`. */
  consent_version: text,
  /** The minimum time between two charges. The consent text states it. */
  interval_seconds: count,
  /** US cents charged in this calendar month (Chicago time), including charges that may still succeed. */
  month_cents: count,
  /** The last charge that succeeded or may still succeed. */
  last_charge: v.nullable(topUpChargeSchema),
  /** A charge in flight. It can still succeed after top-up is turned off. */
  open_charge: v.nullable(topUpChargeSchema),
  ...topUpNoticeEntries,
  /** Whether credits are already below the threshold. The first charge then follows the next use. */
  is_below_threshold: v.optional(v.boolean(), false),
});
export type TopUp = v.InferOutput<typeof topUpSchema>;
