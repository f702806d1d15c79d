import type { TransactionStatus } from '#contract/queries.ts';
import { ownReversalsOf, type RecordedReversal, readOrder, sumOf } from '../gateway/order.ts';
import type { RecordedTransaction } from '../gateway/records.ts';

/** An order in the books. Money in US cents. */
export interface BookedOrder {
  readonly orderId: string;
  readonly status: TransactionStatus;
  readonly amountCents: number;
  readonly gatewayTransactionId: string | null;
  readonly reversals: readonly { readonly reference: string; readonly cents: number }[];
}

export type DifferenceKind =
  /** Charged, but no purchase is booked. */
  | 'not-booked'
  /** Charged for an order id like ours that the books don't know. */
  | 'unknown-order'
  /** A booked purchase that the records don't have. */
  | 'not-recorded'
  | 'amount'
  /** Charged one more time than booked. */
  | 'second-charge'
  | 'reversal-not-booked'
  | 'reversal-not-recorded'
  | 'reversal-amount'
  /** Reversed by the bank, but not booked as a chargeback. */
  | 'return'
  /** Refunded without a known order. */
  | 'refund-without-order'
  /** A record that makes no sense, such as one with an unreadable amount. */
  | 'odd-record';

export interface Difference {
  readonly kind: DifferenceKind;
  readonly orderId: string | null;
  /** The gateway's transaction, if there is one. */
  readonly transactionId: string | null;
  /** Null: nothing. */
  readonly gatewayCents: number | null;
  readonly booksCents: number | null;
}

/** @param booked undefined if the books don't know the order */
export const compareOrder = (
  orderId: string,
  transactions: readonly RecordedTransaction[],
  booked: BookedOrder | undefined,
): Difference[] => {
  const found: Difference[] = [];
  const add = (
    kind: DifferenceKind,
    transactionId: string | null,
    gatewayCents: number | null,
    booksCents: number | null,
  ) => found.push({ kind, orderId, transactionId, gatewayCents, booksCents });
  const isBought = booked?.status === 'completed' || booked?.status === 'refunded';
  const recordedReversals: RecordedReversal[] = [];
  let hasSale = false;

  for (const transaction of transactions) {
    const recorded = readOrder([transaction], orderId);
    recordedReversals.push(...ownReversalsOf(transaction));
    if (recorded.kind !== 'charged') continue;
    const [{ transactionId, amountCents, reversals }] = recorded.charges;
    const isRefunded = sumOf(reversals) >= amountCents;
    if (isBought && booked.gatewayTransactionId === transactionId) {
      hasSale = true;
      recordedReversals.push(...reversals);
      if (booked.amountCents !== amountCents) add('amount', transactionId, amountCents, booked.amountCents);
    } else if (!isRefunded)
      add(
        booked === undefined ? 'unknown-order' : isBought ? 'second-charge' : 'not-booked',
        transactionId,
        amountCents,
        null,
      );
  }
  if (!isBought) return found;

  if (!hasSale) add('not-recorded', booked.gatewayTransactionId, null, booked.amountCents);
  const bookedCents = new Map(booked.reversals.map(({ reference, cents }) => [reference, cents]));
  for (const { kind, reference, transactionId, amountCents } of recordedReversals) {
    const cents = bookedCents.get(reference);
    if (cents === undefined)
      add(kind === 'return' ? 'return' : 'reversal-not-booked', transactionId, amountCents, null);
    else if (cents !== amountCents) add('reversal-amount', transactionId, amountCents, cents);
    bookedCents.delete(reference);
  }
  for (const [reference, cents] of bookedCents) add('reversal-not-recorded', reference, null, cents);
  return found;
};
