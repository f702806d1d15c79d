import * as v from 'valibot';
import { count, text } from './scalars.ts';

/** Why a customer can't refund a purchase. `off` means that only the merchant refunds this customer's purchases. */
export const refundReasons = [
  'off',
  'not-completed', // The purchase is pending, failed or refunded.
  'too-late', // The purchase was made more than `selfRefundDays` ago.
  'disputed', // The bank reversed the charge, or the merchant has an open case about it.
  'not-latest', // The customer has a later completed purchase.
  'credits-spent',
  'credits-held', // Open holds include credits of the purchase.
  'too-often', // The customer started two refunds in the last 90 days.
] as const;

/** Response of GET /api/transactions/{id}/refund. A refund returns and removes all that is left of a purchase. */
export const refundSchema = v.object({
  allowed: v.boolean(),
  /** One of `refundReasons` if not allowed. Absent while a refund that the customer started is in progress. */
  reason: v.optional(text),
  amount_cents: count,
  /** Includes bonus credits. `spent` is how many of them are spent. */
  credits: count,
  spent: count,
  /** The end of the refund period, in ISO 8601. Null if customers can't start refunds. */
  until: v.nullable(text),
  /** When the customer started a refund that the gateway hasn't confirmed yet, in ISO 8601. */
  requested_at: v.nullish(text, null),
});
export type Refund = v.InferOutput<typeof refundSchema>;
