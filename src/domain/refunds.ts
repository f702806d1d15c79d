import type { TransactionStatus } from '#contract/queries.ts';
import type { Refund } from '#contract/refunds.ts';

export type RefundResult =
  | { readonly outcome: 'done' }
  /** There was no usable response, so the store may have started the refund. Repeating the request is safe. */
  | { readonly outcome: 'unknown'; readonly needsSignIn: boolean }
  | {
      readonly outcome: 'refused';
      readonly name: 'sign-in-required' | 'rate-limited' | 'not-refundable' | 'refused' | 'unsent';
      /** The store's `detail`, or empty if it sent none. */
      readonly message: string;
      /** Seconds to wait before a retry; null if the store didn't say. */
      readonly retryAfter: number | null;
    };

export type RefundRefusal = Extract<RefundResult, { readonly outcome: 'refused' }>;

/** What a customer can do about a refund. */
export type RefundView = 'none' | 'loading' | 'offered' | 'barred' | 'requested' | 'unknown' | 'done';

/**
 * Returns what to show below a purchase.
 * @param terms undefined until loaded; null if the store has no refunds for customers
 * @param outcome the outcome of the customer's request on this page
 */
export const refundViewOf = (
  status: TransactionStatus,
  terms: Refund | null | undefined,
  outcome: RefundResult['outcome'] | undefined,
): RefundView => {
  if (outcome === 'done' || (outcome === 'unknown' && status === 'refunded')) return 'done';
  if (status !== 'completed' || terms === null) return 'none';
  if (terms?.requested_at) return 'requested';
  if (terms?.allowed === false) return terms.reason === 'off' ? 'none' : 'barred';
  if (outcome === 'unknown') return 'unknown';
  return terms === undefined ? 'loading' : 'offered';
};
