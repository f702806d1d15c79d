import type { Purchase } from '#contract/purchases.ts';
import { maxPageSize } from '#contract/queries.ts';
import type { Transaction } from '#contract/transactions.ts';
import type { StoreReader } from '#domain/store.ts';
import { StoreError } from '#domain/store-error.ts';
import type { BaselineResult, PaymentResult, PurchaseAttempt } from '#machines/purchase/checkout.types.ts';

type Ledger = Pick<StoreReader, 'history'>;

/** The pages to read for a row that names its attempt. */
const orderPages = { maxPages: 3 };
/** The pages to read before and after a payment. Later rows count neither as new nor as known. */
const baselinePages = { maxPages: 10, limit: maxPageSize };

/** Reads pages, newest rows first, until `isLast` or the last page. */
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

/** US cents of a displayed amount such as `$1,234.50`. 0 if unreadable. */
const centsOf = (display: string | null): number => {
  const [, dollars, cents = ''] = /^\$?\s?(\d[\d,]{0,11})(?:\.(\d{1,2}))?$/.exec(display?.trim() ?? '') ?? [];
  return dollars === undefined ? 0 : Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
};

const purchaseOf = (row: Transaction, attempt: PurchaseAttempt): Purchase => ({
  transaction_id: row.id ?? row.ionic_transaction_id ?? attempt.id,
  credits_added: row.total_credits ?? (row.credits_received ?? 0) + (row.bonus_credits ?? 0),
  amount_cents: centsOf(row.amount_display),
});

/** The store uses the attempt's id as the order's id. */
const isOrderOf = (attempt: PurchaseAttempt) => (row: Transaction) =>
  row.ionic_order_id?.toLowerCase() === attempt.id.toLowerCase();

const resultOf = (row: Transaction, attempt: PurchaseAttempt): PaymentResult => {
  if (row.status === 'failed') return { outcome: 'declined', failure: { name: 'declined', message: '' } };
  return row.status === 'completed'
    ? { outcome: 'approved', purchase: purchaseOf(row, attempt) }
    : { outcome: 'unknown' };
};

/** Finds the attempt's order. `unknown` if pending or missing. @throws {StoreError} for a failed read */
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

/** The id that identifies a row. Null if it has none. */
const keyOf = ({ id, ionic_order_id, ionic_transaction_id }: Transaction): string | null =>
  id || ionic_order_id || ionic_transaction_id || null;

const isUnknownCustomer = ({ status, code, message }: StoreError): boolean =>
  status === 404 && (code === 'customer-not-found' || /customer not found/i.test(message));

/** A customer without a record has no rows. Throws only the signal's reason. */
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

/** Whether any of a row's ids was noted before the payment, or belongs to another attempt. */
const isKnown = (baseline: ReadonlySet<string>, { id, ionic_order_id, ionic_transaction_id }: Transaction) =>
  [id, ionic_order_id, ionic_transaction_id].some((key) => key !== null && baseline.has(key));

/** Only completed rows count, so that a card that may have been charged is never reported as failed. */
const couldBe = ({ productName }: PurchaseAttempt, row: Transaction): boolean =>
  row.status === 'completed' && row.product_name === productName && keyOf(row) !== null;

/**
 * With other open attempts for the same package, a new row counts only if there is one for each.
 * @param readStored called after reading the ledger
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
  // Other attempts may have claimed their rows by now.
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
