import type { Reversal, Transaction } from '#contract/transactions.ts';
import { byteOrderMark, type CsvValue, formatCsvRow } from '#domain/csv.ts';
import { readInstant } from '#domain/dates.ts';
import { readTransactionStatus, receivedCredits } from '#domain/transactions.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { ledgerFileTexts } from '#texts/ledger-file.ts';

const { details, filter } = ledgerTexts;
const { inDollars, inCredits } = ledgerFileTexts;

type Column = readonly [heading: string, read: (transaction: Transaction) => CsvValue];

const received = (credits: number | null, status: string | null): number | null =>
  receivedCredits(credits, readTransactionStatus(status));

/** `$1,299.00` → `1299.00`, which spreadsheets read as a number. Leaves other text as it is. */
const toAmount = (display: string | null): string | null =>
  display?.replace(/^\$([\d,]+(?:\.\d\d)?)$/, (_, digits: string) => digits.replaceAll(',', '')) ?? null;

/** Returns the credits that reversals removed, or null if there are none or the number is unknown. */
const removedCredits = (reversals: readonly Reversal[]): number | null => {
  const known = reversals.flatMap(({ credits }) => credits ?? []);
  return known.length === 0 ? null : known.reduce((sum, credits) => sum + credits);
};

/** Returns the refunded amount; null without a refund, or for several refunds whose total is unknown. */
const refundedAmount = ({ refunded_display, amount_display, status, reversals }: Transaction) => {
  if (refunded_display !== null) return refunded_display;
  if (readTransactionStatus(status) === 'refunded') return amount_display;
  const [only, ...others] = reversals;
  return others.length === 0 ? (only?.amount_display ?? null) : null;
};

const columns: readonly Column[] = [
  [
    ledgerFileTexts.chicagoDate,
    ({ transaction_date }) => readInstant(transaction_date)?.cells.chicago ?? null,
  ],
  [
    ledgerFileTexts.utcDate,
    ({ transaction_date }) => readInstant(transaction_date)?.cells.utc ?? transaction_date,
  ],
  [details.package, ({ product_name }) => product_name],
  [details.status, ({ status }) => filter[readTransactionStatus(status)]],
  [inDollars(details.amount), ({ amount_display }) => toAmount(amount_display)],
  [inDollars(details.refunded.amount), (transaction) => toAmount(refundedAmount(transaction))],
  [details.credits, ({ credits_received, status }) => received(credits_received, status)],
  [details.bonusCredits, ({ bonus_credits, status }) => received(bonus_credits, status)],
  [details.totalCredits, ({ total_credits, status }) => received(total_credits, status)],
  [
    details.refunded.credits,
    ({ total_credits, status, reversals }) =>
      readTransactionStatus(status) === 'refunded' ? total_credits : removedCredits(reversals),
  ],
  [inCredits(details.balance), ({ balance_after_transaction }) => balance_after_transaction],
  [details.id, ({ id }) => id],
  [details.gatewayId, ({ ionic_transaction_id }) => ionic_transaction_id],
  [details.orderId, ({ ionic_order_id }) => ionic_order_id],
  [ledgerFileTexts.automatic, ({ is_automatic }) => (is_automatic === true ? ledgerFileTexts.yes : null)],
];

export const ledgerCsvHead = (): string => byteOrderMark + formatCsvRow(columns.map(([heading]) => heading));

/** Formats transactions as CSV rows. Missing values are empty. */
export const ledgerCsvRows = (transactions: readonly Transaction[]): string =>
  transactions.map((transaction) => formatCsvRow(columns.map(([, read]) => read(transaction)))).join('');
