import { maxPageSize } from '#contract/queries.ts';
import type { Transaction } from '#contract/transactions.ts';
import type { StoreReader } from '#domain/store.ts';
import { StoreError } from '#domain/store-error.ts';
import type { BaselineResult, PaymentResult, PurchaseAttempt } from '#machines/purchase/checkout.types.ts';
import { purchaseOf } from './ledger-lookup.ts';

/**
 * The maximum number of pages to read before and after a payment. Later rows count neither as new nor as
 * known.
 */
const maxPages = 10;

/** The id that identifies a row. Null if it has none. */
const keyOf = ({ id, ionic_order_id, ionic_transaction_id }: Transaction): string | null =>
  id || ionic_order_id || ionic_transaction_id || null;

/** Reads pages, newest rows first, until `isLast` or the last page. */
const readPages = async (
  store: Pick<StoreReader, 'history'>,
  isLast: (rows: readonly Transaction[]) => boolean,
  signal?: AbortSignal,
): Promise<void> => {
  for (let page = 1; page <= maxPages; page++) {
    const { transactions, pagination } = await store.history({ page, limit: maxPageSize }, signal);
    if (isLast(transactions) || transactions.length === 0 || page >= pagination.total_pages) return;
  }
};

const isUnknownCustomer = ({ status, code, message }: StoreError): boolean =>
  status === 404 && (code === 'customer-not-found' || /customer not found/i.test(message));

/** A customer without a record has no rows. Throws only the signal's reason. */
export const readBaseline = async (
  store: Pick<StoreReader, 'history'>,
  signal?: AbortSignal,
): Promise<BaselineResult> => {
  const baseline = new Set<string>();
  const note = (rows: readonly Transaction[]) => {
    for (const key of rows.map(keyOf)) if (key !== null) baseline.add(key);
    return false;
  };
  try {
    await readPages(store, note, signal);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    if (!isUnknownCustomer(error)) {
      const name = error.kind === 'signed-out' ? 'session-ended' : 'ledger-unreadable';
      return { outcome: 'refused', failure: { name, message: error.message } };
    }
  }
  return { outcome: 'noted', baseline: [...baseline] };
};

/** Whether any of a row's ids was noted before the payment, or belongs to another attempt. */
const isKnown = (baseline: ReadonlySet<string>, { id, ionic_order_id, ionic_transaction_id }: Transaction) =>
  [id, ionic_order_id, ionic_transaction_id].some((key) => key !== null && baseline.has(key));

/** Only completed rows count, so that a card that may have been charged is never reported as failed. */
const couldBe = ({ productName }: PurchaseAttempt, row: Transaction): boolean =>
  row.status === 'completed' && row.product_name === productName && keyOf(row) !== null;

/**
 * With other open attempts for the same package, a new row counts only if there is one for each.
 * @param readKept called after reading the ledger
 * @throws {StoreError} if the ledger can't be read
 */
export const lookUpNewRow = async (
  store: Pick<StoreReader, 'history'>,
  attempt: PurchaseAttempt,
  readKept: () => readonly PurchaseAttempt[],
  signal?: AbortSignal,
): Promise<PaymentResult> => {
  if (attempt.baseline === null) return { outcome: 'unknown' };
  const before = new Set(attempt.baseline);
  const rows: Transaction[] = [];
  const collect = (page: readonly Transaction[]) => {
    const added = page.filter((row) => !isKnown(before, row));
    rows.push(...added.filter((row) => couldBe(attempt, row)));
    return added.length === 0;
  };
  await readPages(store, collect, signal);

  const kept = readKept();
  // Other attempts may have claimed their rows by now.
  const known = new Set(kept.find(({ id }) => id === attempt.id)?.baseline ?? attempt.baseline);
  const own = rows.filter((row) => !isKnown(known, row));
  const rivals = kept.filter(({ id, productName, baseline }) => {
    const theirs = new Set(baseline);
    return (
      id !== attempt.id && productName === attempt.productName && own.some((row) => !isKnown(theirs, row))
    );
  });
  const oldest = own.at(-1);
  return oldest !== undefined && own.length > rivals.length
    ? { outcome: 'approved', purchase: purchaseOf(oldest, attempt) }
    : { outcome: 'unknown' };
};
