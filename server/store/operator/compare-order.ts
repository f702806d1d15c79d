import type { TransactionStatus } from '#contract/history-query.ts';
import { ownReversalsIn, type RecordedReversal, readOrder, sumOf } from '../gateway/order.ts';
import type { RecordedTransaction } from '../gateway/records.ts';

/** What the books have of an order. Money is in US cents. */
export interface BookedOrder {
  readonly orderId: string;
  readonly status: TransactionStatus;
  readonly amountCents: number;
  readonly gatewayTransactionId: string | null;
  readonly reversals: readonly { readonly reference: string; readonly cents: number }[];
}

/** How the gateway's records and the books can differ. */
export type DifferenceKind =
  /** Charged, and no purchase in the books. */
  | 'not-booked'
  /** Charged for an order that is like ours, and that the books do not know. */
  | 'unknown-order'
  /** A purchase in the books that the records do not have. */
  | 'not-recorded'
  | 'amount'
  /** Charged once more than it is booked. */
  | 'second-charge'
  | 'reversal-not-booked'
  | 'reversal-not-recorded'
  | 'reversal-amount'
  /** Taken back by the bank, and not booked as a chargeback. */
  | 'return'
  /** Given back for no order that is known. */
  | 'refund-without-order'
  /** A record of the gateway's that can't be what it means, as with an amount that is none. */
  | 'odd-record';

export interface Difference {
  readonly kind: DifferenceKind;
  readonly orderId: string | null;
  /** The gateway's, where it is about one of its transactions. */
  readonly transactionId: string | null;
  /** What the gateway's records and the books say; null: nothing. */
  readonly gatewayCents: number | null;
  readonly booksCents: number | null;
}

/**
 * What differs between the gateway's transactions of an order and the books.
 *
 * @param booked undefined: the books do not know the order
 */
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
    recordedReversals.push(...ownReversalsIn(transaction));
    if (recorded.kind !== 'charged') continue;
    const [{ transactionId, amountCents, reversals }] = recorded.charges;
    const isGivenBack = sumOf(reversals) >= amountCents;
    if (isBought && booked.gatewayTransactionId === transactionId) {
      hasSale = true;
      recordedReversals.push(...reversals);
      if (booked.amountCents !== amountCents) add('amount', transactionId, amountCents, booked.amountCents);
    } else if (!isGivenBack)
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
