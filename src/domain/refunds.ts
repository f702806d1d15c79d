import type { TransactionStatus } from '#contract/queries.ts';
import type { Refund } from '#contract/refunds.ts';

export type RefundView = 'none' | 'loading' | 'offered' | 'barred' | 'requested' | 'unknown' | 'done';

/**
 * Returns what to show below a purchase.
 * @param terms undefined until loaded; null if the store has no refunds for customers
 * @param outcome of the customer's own request
 */
export const refundViewOf = (
  status: TransactionStatus,
  terms: Refund | null | undefined,
  outcome: 'none' | 'requested' | 'unknown',
): RefundView => {
  const isRefunded = status === 'refunded' || terms?.reason === 'not-completed';
  if (isRefunded && outcome !== 'none') return 'done';
  if (status !== 'completed' || terms === null || terms?.reason === 'off') return 'none';
  if (terms?.requested_at) return 'requested';
  if (terms?.allowed === false) return 'barred';
  if (outcome === 'unknown') return 'unknown';
  return terms ? 'offered' : 'loading';
};
