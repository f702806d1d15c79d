import * as v from 'valibot';
import { count, text } from './scalars.ts';
import { topUpNoticeEntries } from './top-up-news.ts';

/**
 * The words that customers agree to. A new text needs a new version, and the old one stays in
 * docs/decisions/top-up.md.
 */
export const topUpConsentVersion = '2026-11-28';

/** Within each, a top-up can be set. In credits and US cents. */
export const topUpLimits = { threshold: 1_000_000_000, monthlyCents: 10_000_000 } as const;

/** PUT /api/top-up. Turns it on, also after a pause. Saving charges nothing. */
export const topUpRequestSchema = v.object({
  /** A top-up follows when the available credits fall below this. Less than what the package adds. */
  threshold_credits: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(topUpLimits.threshold)),
  product_id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  card_id: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  /** In US cents, per calendar month in Chicago. At least the package's price. */
  monthly_limit_cents: v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(1),
    v.maxValue(topUpLimits.monthlyCents),
  ),
  /** The version of the words that the customer saw. */
  consent: v.pipe(v.string(), v.minLength(1), v.maxLength(50)),
});
export type TopUpRequest = v.InferOutput<typeof topUpRequestSchema>;

export const topUpPauses = [
  'card-declined', // The bank forbids another try.
  'declined-repeatedly', // Three declines in a row.
  'card-removed', // The gateway doesn't have the card any more.
  'card-expired',
  'card-closed', // The account updater: the account is closed.
  'contact-bank', // The bank reports that the card may not work.
  'price-changed', // The package has another price or other credits than the customer agreed to.
  'package-withdrawn', // The package is no longer on sale.
  'refunded', // A purchase was refunded or voided.
  'chargeback', // A purchase was charged back.
  'merchant', // The merchant paused it.
  'account-closed', // The user pool has no such user any more, or the user is disabled.
  'unavailable', // The store can't ask the user pool whether the customer can sign in.
] as const;

/** A charge for a top-up. `amount_cents` in US cents; `date` is ISO 8601. */
const topUpChargeSchema = v.object({
  /** The ledger's transaction. */
  transaction_id: text,
  date: text,
  amount_cents: count,
  credits: count,
  /** 'pending', 'completed', 'failed' or 'refunded'. Clients show any other status as pending. */
  status: text,
});

/** GET, PUT and DELETE /api/top-up. The settings stay after it is turned off; null if there never were any. */
export const topUpSchema = v.object({
  state: v.picklist(['off', 'on', 'paused']),
  /** Whether the store offers top-up. If not, nothing is charged, and PUT is refused. */
  is_available: v.boolean(),
  threshold_credits: v.nullable(count),
  product_id: v.nullable(text),
  card_id: v.nullable(text),
  monthly_limit_cents: v.nullable(count),
  /** One of `topUpPauses` while paused. Clients show a general text for any other value. */
  paused_reason: v.nullable(text),
  /** ISO 8601. */
  consented_at: v.nullable(text),
  /** The version of the words to show. Send it as `consent`. */
  consent_version: text,
  /** The shortest time between two charges. The words name it. */
  interval_seconds: count,
  /** Charged by top-ups in this calendar month in Chicago, including charges that may still succeed. */
  month_cents: count,
  /** The last charge that succeeded or may still succeed. */
  last_charge: v.nullable(topUpChargeSchema),
  /** A charge that was sent and has no outcome yet. After turning off, this one may still succeed. */
  open_charge: v.nullable(topUpChargeSchema),
  ...topUpNoticeEntries,
  /** On, with fewer available credits than the threshold and no charge requested: the first one comes after the next use. */
  is_below_threshold: v.optional(v.boolean(), false),
});
export type TopUp = v.InferOutput<typeof topUpSchema>;
