import type { Purchase } from '#contract/purchases.ts';
import { maxPageSize } from '#contract/queries.ts';
import type { Transaction } from '#contract/transactions.ts';
import type { StoreReader } from '#domain/store.ts';
import { StoreError } from '#domain/store-error.ts';
import type { BaselineResult, PaymentResult, PurchaseAttempt } from '#machines/purchase/checkout.types.ts';

type Ledger = Pick<StoreReader, 'history'>;

/** How many pages to read to find a row by the attempt's id. */
const orderPages = { maxPages: 3 };
/** How many pages to read before and after a payment. Rows on later pages are ignored. */
const baselinePages = { maxPages: 10, limit: maxPageSize };

/** Reads pages, newest first, until `isLast` returns true or there are no more pages. */
const readPages = async (
  ledger: Ledger,
  { maxPages, ...size }: { readonly maxPages: number; readonly limit?: number },
  isLast: (rows: readonly Transaction[]) => boolean,
  signal?: AbortSignal,
): Promise<void> => {
  for (let page = 1; page <= maxPages; page++) {
    const { transactions, pagination } = await ledger.history({ page, ...size }, signal);
    if (isLast(transactions) || transactions.length === 0 || page >= pagination.total_pages) return;
  }
};

/** Parses a displayed amount such as `$1,234.50`. Returns US cents, or 0 if unreadable. */
const centsOf = (display: string | null): number => {
  const [, dollars, cents = ''] = /^\$?\s?(\d[\d,]{0,11})(?:\.(\d{1,2}))?$/.exec(display?.trim() ?? '') ?? [];
  return dollars === undefined ? 0 : Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
};

const purchaseOf = (row: Transaction, attempt: PurchaseAttempt): Purchase => ({
  transaction_id: row.id ?? row.ionic_transaction_id ?? attempt.id,
  credits_added: row.total_credits ?? (row.credits_received ?? 0) + (row.bonus_credits ?? 0),
  amount_cents: centsOf(row.amount_display),
});

/** Matches the row of an attempt, whose id the store uses as the order id. */
const isOrderOf = (attempt: PurchaseAttempt) => (row: Transaction) =>
  row.ionic_order_id?.toLowerCase() === attempt.id.toLowerCase();

const resultOf = (row: Transaction, attempt: PurchaseAttempt): PaymentResult => {
  if (row.status === 'failed') return { outcome: 'declined', failure: { name: 'declined', message: '' } };
  return row.status === 'completed'
    ? { outcome: 'approved', purchase: purchaseOf(row, attempt) }
    : { outcome: 'unknown' };
};

/** Finds an attempt's order by id. `unknown` if pending or missing. @throws {StoreError} if a read fails */
export const lookUpOrder = async (
  ledger: Ledger,
  attempt: PurchaseAttempt,
  signal?: AbortSignal,
): Promise<PaymentResult> => {
  let found: Transaction | undefined;
  const find = (rows: readonly Transaction[]) => {
    found = rows.find(isOrderOf(attempt));
    return found !== undefined;
  };
  await readPages(ledger, orderPages, find, signal);
  return found === undefined ? { outcome: 'unknown' } : resultOf(found, attempt);
};

/** Returns a row's first non-empty id, or null if it has none. */
const keyOf = ({ id, ionic_order_id, ionic_transaction_id }: Transaction): string | null =>
  id || ionic_order_id || ionic_transaction_id || null;

const isUnknownCustomer = ({ status, code, message }: StoreError): boolean =>
  status === 404 && (code === 'customer-not-found' || /customer not found/i.test(message));

/** Reads the ids of the ledger's rows. A new customer has none. Rejects only with the signal's reason. */
export const readBaseline = async (ledger: Ledger, signal?: AbortSignal): Promise<BaselineResult> => {
  const baseline = new Set<string>();
  const note = (rows: readonly Transaction[]) => {
    for (const key of rows.map(keyOf)) if (key !== null) baseline.add(key);
    return false;
  };
  try {
    await readPages(ledger, baselinePages, note, signal);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    if (!isUnknownCustomer(error)) {
      const name = error.kind === 'signed-out' ? 'session-ended' : 'ledger-unreadable';
      return { outcome: 'refused', failure: { name, message: error.message } };
    }
  }
  return { outcome: 'noted', baseline: [...baseline] };
};

/** Returns whether any of a row's ids is in the baseline. */
const isKnown = (baseline: ReadonlySet<string>, { id, ionic_order_id, ionic_transaction_id }: Transaction) =>
  [id, ionic_order_id, ionic_transaction_id].some((key) => key !== null && baseline.has(key));

/** Returns whether a row could be the attempt's. A failed row proves nothing: it may be another attempt's. */
const couldBe = ({ productName }: PurchaseAttempt, row: Transaction): boolean =>
  row.status === 'completed' && row.product_name === productName && keyOf(row) !== null;

/**
 * Finds an attempt's new row. If several attempts for the package are open, there must be a row for each.
 * @param readStored reads the stored attempts, after reading the ledger
 * @throws {StoreError} if the ledger can't be read
 */
export const lookUpNewRow = async (
  ledger: Ledger,
  attempt: PurchaseAttempt,
  readStored: () => readonly PurchaseAttempt[],
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
  await readPages(ledger, baselinePages, collect, signal);

  const stored = readStored();
  // Other attempts may have claimed rows while this lookup read the ledger.
  const known = new Set(stored.find(({ id }) => id === attempt.id)?.baseline ?? attempt.baseline);
  const own = rows.filter((row) => !isKnown(known, row));
  const rivals = stored.filter(({ id, productName, baseline }) => {
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
