import type { Transaction } from '#contract/transactions.ts';
import { formatCount } from '#domain/count.ts';
import { displayInstant } from '#domain/dates.ts';
import { truncate } from '#domain/text.ts';
import { readTransactionStatus } from '#domain/transaction-status.ts';
import { ledgerTexts } from '#texts/ledger.ts';

const shownOfId = 8;
const longestText = 120;

const displayText = (text: string | null, limit = longestText): string =>
  truncate(text?.trim() || ledgerTexts.notAvailable, limit);

const inWords = (transaction: Transaction) => {
  const instant = displayInstant(transaction.transaction_date);
  return {
    /** The whole id, or null: such a row has no details to open. */
    id: transaction.id || null,
    shortId: displayText(transaction.id, shownOfId),
    packageName: displayText(transaction.product_name),
    status: readTransactionStatus(transaction.status),
    date: instant?.date ?? ledgerTexts.notAvailable,
    /** The time of day; empty when the date can't be read. */
    time: instant?.time ?? '',
    /** Date and time to the second. */
    exact: instant?.exact ?? ledgerTexts.notAvailable,
    amount: displayText(transaction.amount_display),
    credits: formatCount(transaction.credits_received),
    bonusCredits: formatCount(transaction.bonus_credits),
    totalCredits: formatCount(transaction.total_credits),
    balance: formatCount(transaction.balance_after_transaction),
    gatewayId: displayText(transaction.ionic_transaction_id),
    orderId: displayText(transaction.ionic_order_id),
  };
};

/** A transaction in words. What the store could not fill, or what can't be read, is 'N/A'. */
export type DisplayedTransaction = Readonly<ReturnType<typeof inWords>>;

/** Words are kept with their transaction: pages that were shown before need no dates worked out. */
const known = new WeakMap<Transaction, DisplayedTransaction>();

/** Puts a transaction of the store into words. */
export const displayTransaction = (transaction: Transaction): DisplayedTransaction => {
  const displayed = known.get(transaction) ?? inWords(transaction);
  known.set(transaction, displayed);
  return displayed;
};
