import type { TransactionStatus } from '#contract/queries.ts';
import { ownReversalsOf, type RecordedReversal, readOrder, sumOf } from '../gateway/order.ts';
import type { RecordedTransaction } from '../gateway/records.ts';

/** An order in the books. Amounts are in US cents. */
export interface BookedOrder {
  readonly orderId: string;
  readonly status: TransactionStatus;
  readonly amountCents: number;
  readonly gatewayTransactionId: string | null;
  readonly reversals: readonly { readonly reference: string; readonly cents: number }[];
}

export type DifferenceKind =
  /** The gateway charged the card, but no purchase is booked. */
  | 'not-booked'
  /** The gateway charged an order id that looks like ours, but isn't in the books. */
  | 'unknown-order'
  /** A purchase is booked, but isn't in the gateway's records. */
  | 'not-recorded'
  | 'amount'
  /** The gateway charged the card more often than booked. */
  | 'second-charge'
  | 'reversal-not-booked'
  | 'reversal-not-recorded'
  | 'reversal-amount'
  /** The bank reversed the charge, but no chargeback is booked. */
  | 'return'
  /** The gateway has a refund without a known order. */
  | 'refund-without-order'
  /** A record is contradictory or unreadable, such as an amount that isn't a number. */
  | 'odd-record';

export interface Difference {
  readonly kind: DifferenceKind;
  readonly orderId: string | null;
  /** The gateway's transaction id, if any. */
  readonly transactionId: string | null;
  /** Null if the gateway has no amount. */
  readonly gatewayCents: number | null;
  readonly booksCents: number | null;
}

/** Compares an order's records with the books. @param booked undefined if the books don't have the order */
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
