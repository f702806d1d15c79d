import type { TransactionStatus } from '#contract/queries.ts';
import type { PaidWith, Reversal, Transaction } from '#contract/transactions.ts';
import { chicagoTime } from '#domain/chicago-time.ts';
import { formatCount } from '#domain/format.ts';
import { truncate } from '#domain/text.ts';
import { readReversalKind, readTransactionStatus, receivedCredits } from '#domain/transactions.ts';
import { ledgerTexts } from '#texts/ledger.ts';

const shownOfId = 8;
const longestText = 120;
const longestReason = 300;

const displayText = (text: string | null, limit = longestText): string =>
  truncate(text?.trim() || ledgerTexts.notAvailable, limit);

const displayCredits = (credits: number | null, status: TransactionStatus): string =>
  formatCount(receivedCredits(credits, status));

/** In a row, nothing else says that credits were refunded. */
const displayRowCredits = (credits: number | null, status: TransactionStatus): string => {
  const words = displayCredits(credits, status);
  return status === 'refunded' && credits ? ledgerTexts.refunded(words) : words;
};

/** For places where no label names the time zone. */
const displayExact = (stamp: string | null): string => {
  const instant = chicagoTime(stamp);
  return instant ? ledgerTexts.exact(instant.exact) : ledgerTexts.notAvailable;
};

const displayReversal = ({ kind, date, amount_display, credits }: Reversal, index: number) => ({
  /** Counts from 1. */
  place: index + 1,
  what: ledgerTexts.reversals.kind[readReversalKind(kind)],
  exact: displayExact(date),
  amount: displayText(amount_display),
  credits: ledgerTexts.reversals.creditsRemoved(formatCount(credits)),
});

export type DisplayedReversal = Readonly<ReturnType<typeof displayReversal>>;

const brandNames: ReadonlyMap<string, string> = new Map(Object.entries(ledgerTexts.card.brands));

const displayCard = ({ brand, last4 }: PaidWith): string =>
  ledgerTexts.card.endingIn(
    brandNames.get(brand?.toLowerCase() ?? '') ?? ledgerTexts.card.otherBrand,
    truncate(last4, 4),
  );

const inWords = (transaction: Transaction) => {
  const instant = chicagoTime(transaction.transaction_date);
  const status = readTransactionStatus(transaction.status);
  return {
    /** The whole id; null for a row that has no address. */
    id: transaction.id || null,
    shortId: displayText(transaction.id, shownOfId),
    packageName: displayText(transaction.product_name),
    status,
    date: instant?.date ?? ledgerTexts.notAvailable,
    /** Empty if the date is unreadable. */
    time: instant?.time ?? '',
    /** Date and time to the second. Its label names the time zone. */
    exact: instant?.exact ?? ledgerTexts.notAvailable,
    amount: displayText(transaction.amount_display),
    /** The card that paid; empty if the store doesn't know it. */
    card: transaction.card === null ? '' : displayCard(transaction.card),
    /** Why the payment failed; empty otherwise, or if the store doesn't say. */
    failureReason:
      status === 'failed' ? truncate(transaction.failure_reason?.trim() ?? '', longestReason) : '',
    credits: displayCredits(transaction.credits_received, status),
    bonusCredits: displayCredits(transaction.bonus_credits, status),
    totalCredits: displayCredits(transaction.total_credits, status),
    rowCredits: displayRowCredits(transaction.total_credits, status),
    balance: formatCount(transaction.balance_after_transaction),
    gatewayId: displayText(transaction.ionic_transaction_id),
    orderId: displayText(transaction.ionic_order_id),
    reversals: transaction.reversals.map(displayReversal),
    /** Whether an automatic top-up charged it; undefined if the store doesn't say. */
    isAutomatic: transaction.is_automatic,
    /** A partially refunded purchase keeps the status `completed`. */
    isPartlyRefunded: status === 'completed' && transaction.reversals.length > 0,
  };
};

/** A transaction as text. Missing and unreadable values are 'N/A'. */
export type DisplayedTransaction = Readonly<ReturnType<typeof inWords>>;

/** Caches the texts, because formatting dates is slow. */
const known = new WeakMap<Transaction, DisplayedTransaction>();

export const displayTransaction = (transaction: Transaction): DisplayedTransaction => {
  const displayed = known.get(transaction) ?? inWords(transaction);
  known.set(transaction, displayed);
  return displayed;
};
