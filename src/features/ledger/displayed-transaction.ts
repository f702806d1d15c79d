import type { Transaction } from '#contract/transactions.ts';
import { chicagoTime } from '#domain/chicago-time.ts';
import { formatCount } from '#domain/format.ts';
import { truncate } from '#domain/text.ts';
import { readTransactionStatus, receivedCredits } from '#domain/transactions.ts';
import { ledgerTexts } from '#texts/ledger.ts';

export const displayText = (text: string | null, limit = 120): string =>
  truncate(text?.trim() || ledgerTexts.notAvailable, limit);

const inWords = (transaction: Transaction) => {
  const instant = chicagoTime(transaction.transaction_date);
  const status = readTransactionStatus(transaction.status);
  return {
    /** The full id; null if the store sent no id, so that the transaction has no URL. */
    id: transaction.id || null,
    shortId: displayText(transaction.id, 8),
    packageName: displayText(transaction.product_name),
    status,
    date: instant?.date ?? ledgerTexts.notAvailable,
    /** The time; empty if the date is unreadable. */
    time: instant?.time ?? '',
    amount: displayText(transaction.amount_display),
    rowCredits: formatCount(receivedCredits(transaction.total_credits, status)),
    balance: formatCount(transaction.balance_after_transaction),
    /** Whether automatic top-up made the purchase; undefined if the store doesn't say. */
    isAutomatic: transaction.is_automatic,
    /** Whether part of the amount was refunded. The purchase then keeps the status `completed`. */
    isPartlyRefunded: status === 'completed' && transaction.reversals.length > 0,
  };
};

/** A transaction's row, formatted for display. Missing and unreadable values are 'N/A'. */
export type DisplayedTransaction = Readonly<ReturnType<typeof inWords>>;

/** Caches formatted rows, because formatting dates is slow. */
const known = new WeakMap<Transaction, DisplayedTransaction>();

export const displayTransaction = (transaction: Transaction): DisplayedTransaction => {
  const displayed = known.get(transaction) ?? inWords(transaction);
  known.set(transaction, displayed);
  return displayed;
};
