import type { Purchase } from '#contract/purchases.ts';
import type { Transaction } from '#contract/transactions.ts';
import type { StoreReader } from '#domain/store.ts';
import type { PaymentResult, PurchaseAttempt } from '#machines/purchase/checkout.types.ts';

const pagesToSearch = 3;

/** US cents of a displayed amount such as `$1,234.50`. 0 if unreadable. */
const centsOf = (display: string | null): number => {
  const [, dollars, cents = ''] = /^\$?\s?(\d[\d,]{0,11})(?:\.(\d{1,2}))?$/.exec(display?.trim() ?? '') ?? [];
  return dollars === undefined ? 0 : Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
};

export const purchaseOf = (row: Transaction, attempt: PurchaseAttempt): Purchase => ({
  transaction_id: row.id ?? row.ionic_transaction_id ?? attempt.id,
  credits_added: row.total_credits ?? (row.credits_received ?? 0) + (row.bonus_credits ?? 0),
  amount_cents: centsOf(row.amount_display),
});

/** The store uses the attempt's id as the order's id. */
const isOrderOf = (attempt: PurchaseAttempt) => (row: Transaction) =>
  row.ionic_order_id?.toLowerCase() === attempt.id.toLowerCase();

const answerOf = (row: Transaction, attempt: PurchaseAttempt): PaymentResult => {
  switch (row.status) {
    case 'completed':
      return { outcome: 'approved', purchase: purchaseOf(row, attempt) };
    case 'failed':
      return { outcome: 'declined', failure: { name: 'declined', message: '' } };
    default:
      return { outcome: 'unknown' };
  }
};

/**
 * For stores that use the attempt's id as the order's id. `unknown` while it is pending or missing.
 * @throws {StoreError} if the ledger can't be read
 */
export const lookUpOrder = async (
  store: Pick<StoreReader, 'history'>,
  attempt: PurchaseAttempt,
  signal?: AbortSignal,
): Promise<PaymentResult> => {
  for (let page = 1; page <= pagesToSearch; page++) {
    const { transactions, pagination } = await store.history({ page }, signal);
    const row = transactions.find(isOrderOf(attempt));
    if (row !== undefined) return answerOf(row, attempt);
    if (page >= pagination.total_pages) break;
  }
  return { outcome: 'unknown' };
};
