import type { Purchase } from '#contract/purchases.ts';
import type { Transaction } from '#contract/transactions.ts';
import type { StoreReader } from '#domain/store.ts';
import type { PaymentAnswer, PurchaseAttempt } from '#machines/checkout.types.ts';

/** Pages of the ledger that are searched for an attempt. */
const pagesToSearch = 3;
/** How much earlier than an attempt its row may be dated, for clocks that differ. Milliseconds. */
const clockTolerance = 60_000;
/** Rows so much older than an attempt end the search. Milliseconds. */
const searchBack = 24 * 60 * 60 * 1000;

/** Milliseconds since the epoch; NaN when it can't be read. A stamp without a zone is UTC. */
const instantOf = ({ transaction_date: stamp }: Transaction): number => {
  if (stamp === null) return Number.NaN;
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(stamp) ? stamp : `${stamp}Z`);
};

/** US cents of an amount as displayed, like `$1,234.50`; 0 when it can't be read. */
const centsOf = (display: string | null): number => {
  const [, dollars, cents = ''] = /^\$?\s?(\d[\d,]{0,11})(?:\.(\d{1,2}))?$/.exec(display?.trim() ?? '') ?? [];
  return dollars === undefined ? 0 : Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
};

const purchaseOf = (row: Transaction, attempt: PurchaseAttempt): Purchase => ({
  transaction_id: row.id ?? row.ionic_transaction_id ?? attempt.id,
  credits_added: row.total_credits ?? (row.credits_received ?? 0) + (row.bonus_credits ?? 0),
  amount_cents: centsOf(row.amount_display),
});

/** The store's row of this very attempt: its key is the order's id. */
const isOrderOf = (attempt: PurchaseAttempt) => (row: Transaction) =>
  row.ionic_order_id?.toLowerCase() === attempt.id.toLowerCase();

/**
 * A row that looks like the attempt, where the store does not take its id. Only a completed one: a failed one may be
 * that of an earlier try, and "failed" is never said of a card that may have been charged.
 */
const looksLike = (attempt: PurchaseAttempt) => (row: Transaction) =>
  row.status === 'completed' &&
  row.product_name === attempt.productName &&
  instantOf(row) >= attempt.startedAt - clockTolerance;

const answerOf = (row: Transaction, attempt: PurchaseAttempt): PaymentAnswer => {
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
 * Looks an attempt up in the ledger, newest rows first. Unknown while it is pending or not there (yet).
 *
 * @param keyed whether the store takes the attempt's id as that of the order
 * @throws {StoreError} when the ledger can't be read
 */
export const lookUpInLedger = async (
  store: Pick<StoreReader, 'history'>,
  attempt: PurchaseAttempt,
  keyed: boolean,
  signal?: AbortSignal,
): Promise<PaymentAnswer> => {
  const matches = keyed ? isOrderOf(attempt) : looksLike(attempt);
  for (let page = 1; page <= pagesToSearch; page++) {
    const { transactions, pagination } = await store.history({ page }, signal);
    const row = transactions.find(matches);
    if (row !== undefined) return answerOf(row, attempt);
    const isPast = transactions.some((older) => instantOf(older) < attempt.startedAt - searchBack);
    if (isPast || page >= pagination.total_pages) break;
  }
  return { outcome: 'unknown' };
};
