import type { Reversal, Transaction } from '#contract/transactions.ts';
import { chicagoTime } from '#domain/chicago-time.ts';
import { formatCount } from '#domain/format.ts';
import { truncate } from '#domain/text.ts';
import { readReversalKind, receivedCredits } from '#domain/transactions.ts';
import { savedCardName } from '#texts/cards.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { reversalTexts } from '#texts/receipt.ts';
import { displayText, displayTransaction } from './displayed-transaction.ts';

const longestReason = 300;

/** For places where no label names the time zone. */
const displayExact = (stamp: string | null): string => {
  const instant = chicagoTime(stamp);
  return instant ? ledgerTexts.exact(instant.exact) : ledgerTexts.notAvailable;
};

const displayReversal = ({ kind, date, amount_display, credits }: Reversal, index: number) => ({
  /** Counts from 1. */
  place: index + 1,
  what: reversalTexts.kind[readReversalKind(kind)],
  exact: displayExact(date),
  amount: displayText(amount_display),
  credits: reversalTexts.creditsRemoved(formatCount(credits)),
});

/** A transaction's row and its details as text. Missing and unreadable values are 'N/A'. */
export const displayDetails = (transaction: Transaction) => {
  const row = displayTransaction(transaction);
  const { status } = row;
  const { card } = transaction;
  const creditsOf = (credits: number | null) => formatCount(receivedCredits(credits, status));
  return {
    ...row,
    /** Date and time to the second. Its label names the time zone. */
    exact: chicagoTime(transaction.transaction_date)?.exact ?? ledgerTexts.notAvailable,
    /** The card that paid; empty if the store doesn't know it. */
    card: card === null ? '' : savedCardName({ ...card, last4: truncate(card.last4, 4) }),
    /** Why the payment failed; empty otherwise, or if the store doesn't say. */
    failureReason:
      status === 'failed' ? truncate(transaction.failure_reason?.trim() ?? '', longestReason) : '',
    credits: creditsOf(transaction.credits_received),
    bonusCredits: creditsOf(transaction.bonus_credits),
    totalCredits: creditsOf(transaction.total_credits),
    gatewayId: displayText(transaction.ionic_transaction_id),
    orderId: displayText(transaction.ionic_order_id),
    reversals: transaction.reversals.map(displayReversal),
  };
};

export type DisplayedDetails = Readonly<ReturnType<typeof displayDetails>>;
