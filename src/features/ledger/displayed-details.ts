import type { Reversal, Transaction } from '#contract/transactions.ts';
import { chicagoTime } from '#domain/chicago-time.ts';
import { formatCount } from '#domain/format.ts';
import { truncate } from '#domain/text.ts';
import { readReversalKind, receivedCredits } from '#domain/transactions.ts';
import { savedCardName } from '#texts/cards.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { reversalTexts } from '#texts/receipt.ts';
import { displayText, displayTransaction } from './displayed-transaction.ts';

const displayExact = (stamp: string | null): string => chicagoTime(stamp)?.exact ?? ledgerTexts.notAvailable;

const displayReversal = ({ kind, date, amount_display, credits }: Reversal, index: number) => ({
  /** Position in the list, from 1. */
  place: index + 1,
  what: reversalTexts.kind[readReversalKind(kind)],
  exact: displayExact(date),
  amount: displayText(amount_display),
  credits: reversalTexts.creditsRemoved(formatCount(credits)),
});

/** Formats a transaction's row and details for display. Missing and unreadable values become 'N/A'. */
export const displayDetails = (transaction: Transaction) => {
  const row = displayTransaction(transaction);
  const { status } = row;
  const { card } = transaction;
  const creditsOf = (credits: number | null) => formatCount(receivedCredits(credits, status));
  return {
    ...row,
    /** Date and time to the second, without the time zone, which the label names. */
    exact: displayExact(transaction.transaction_date),
    /** The card that was charged; empty if the store doesn't know it. */
    card: card === null ? '' : savedCardName({ ...card, last4: truncate(card.last4, 4) }),
    /** Why the payment failed; empty if it didn't fail or the store gives no reason. */
    failureReason: status === 'failed' ? truncate(transaction.failure_reason?.trim() ?? '', 300) : '',
    credits: creditsOf(transaction.credits_received),
    bonusCredits: creditsOf(transaction.bonus_credits),
    totalCredits: creditsOf(transaction.total_credits),
    gatewayId: displayText(transaction.ionic_transaction_id),
    orderId: displayText(transaction.ionic_order_id),
    reversals: transaction.reversals.map(displayReversal),
  };
};

export type DisplayedDetails = Readonly<ReturnType<typeof displayDetails>>;
