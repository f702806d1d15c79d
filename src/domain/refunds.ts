import type { TransactionStatus } from '#contract/queries.ts';
import type { Refund } from '#contract/refunds.ts';
import { hasChangedNothing } from './store-error.ts';

/** Returns whether a failed request, or one before it, may have started a refund. */
export const mayHaveRefunded = (error: unknown, isRepeat: boolean): boolean =>
  !hasChangedNothing(error) || (isRepeat && !['not-refundable', 'refund-refused'].includes(error.code ?? ''));

export type RefundView = 'none' | 'loading' | 'offered' | 'barred' | 'requested' | 'unknown' | 'done';

/**
 * Returns what to show below a purchase.
 * @param terms undefined until loaded; null if the store has no refunds for customers
 * @param outcome how the customer's own request ended
 */
export const refundViewOf = (
  status: TransactionStatus,
  terms: Refund | null | undefined,
  outcome: 'none' | 'done' | 'unknown',
): RefundView => {
  const isKnown = status === 'refunded' || terms?.reason === 'not-completed';
  if (outcome === 'done' || (outcome === 'unknown' && isKnown)) return 'done';
  if (status !== 'completed' || terms === null || terms?.reason === 'off') return 'none';
  if (terms?.requested_at) return 'requested';
  if (terms?.allowed === false) return 'barred';
  if (outcome === 'unknown') return 'unknown';
  return terms ? 'offered' : 'loading';
};
