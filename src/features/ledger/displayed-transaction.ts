import type { Transaction, TransactionStatus } from '#contract/transactions.ts';
import { formatCount } from '#domain/count.ts';
import { displayInstant } from '#domain/dates.ts';
import { truncate } from '#domain/text.ts';
import { readTransactionStatus } from '#domain/transaction-status.ts';
import { dashboardTexts } from '#texts/store.ts';

const shownOfId = 8;
const longestText = 120;

/** A transaction in words. What the store could not fill, or what can't be read, is 'N/A'. */
export interface DisplayedTransaction {
  /** The whole id, or null: such a row has no details to open. */
  readonly id: string | null;
  /** Eight characters of the id. */
  readonly shortId: string;
  readonly packageName: string;
  readonly status: TransactionStatus;
  readonly date: string;
  /** The time of day; empty when the date can't be read. */
  readonly time: string;
  /** Date and time to the second. */
  readonly exact: string;
  readonly amount: string;
  readonly credits: string;
  readonly bonusCredits: string;
  readonly totalCredits: string;
  readonly balance: string;
  readonly gatewayId: string;
  readonly orderId: string;
}

/** Words are kept with their transaction: pages that were shown before need no dates worked out. */
const known = new WeakMap<Transaction, DisplayedTransaction>();

/** Puts a transaction of the store into words. */
export const displayTransaction = (transaction: Transaction): DisplayedTransaction => {
  const displayed = known.get(transaction) ?? inWords(transaction);
  known.set(transaction, displayed);
  return displayed;
};

const inWords = (transaction: Transaction): DisplayedTransaction => {
  const instant = displayInstant(transaction.transaction_date);
  return {
    id: transaction.id || null,
    shortId: displayText(transaction.id, shownOfId),
    packageName: displayText(transaction.product_name),
    status: readTransactionStatus(transaction.status),
    date: instant?.date ?? dashboardTexts.missing,
    time: instant?.time ?? '',
    exact: instant?.exact ?? dashboardTexts.missing,
    amount: displayText(transaction.amount_display),
    credits: formatCount(transaction.credits_received),
    bonusCredits: formatCount(transaction.bonus_credits),
    totalCredits: formatCount(transaction.total_credits),
    balance: formatCount(transaction.balance_after_transaction),
    gatewayId: displayText(transaction.ionic_transaction_id),
    orderId: displayText(transaction.ionic_order_id),
  };
};

const displayText = (text: string | null, limit = longestText): string =>
  truncate(text?.trim() || dashboardTexts.missing, limit);
