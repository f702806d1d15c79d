import { centsOf } from '../money.ts';
import { type CardCheck, failedCheckOf } from './card-checks.ts';
import type { CardDetails } from './card-details.ts';
import type { RecordedAction, RecordedTransaction } from './records.ts';
import { gatewayRefusal, readCode } from './sale-reply.ts';

/** Whether an order id of the gateway can be one of ours: a purchase attempt's id. Others share an account with us. */
export const isOrderId = (text: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);

/** Money that went back, as the gateway recorded it. */
export interface RecordedReversal {
  readonly kind: 'refund' | 'void' | 'return';
  /**
   * The same at every reading, and of no other reversal: the transaction's own id, or `<sale>/<n>`, `<sale>/void` and
   * `<sale>/return/<n>` for what is an action of the sale.
   */
  readonly reference: string;
  readonly transactionId: string;
  /** US cents, above zero. */
  readonly amountCents: number;
}

/** A sale that was charged, with what of it went back in its own transaction. */
export interface Charge {
  readonly transactionId: string;
  /** US cents. */
  readonly amountCents: number;
  readonly reversals: readonly RecordedReversal[];
  readonly card?: CardDetails;
}

/** What the gateway's records say about one order. */
export type RecordedOrder =
  /** Nothing is recorded. The records lag behind sales, so this does not mean that there was none. */
  | { readonly kind: 'nothing' }
  /** There is a transaction, but its end is not in it, or in words that are not known. */
  | { readonly kind: 'undecided' }
  | {
      readonly kind: 'not-charged';
      readonly transactionId: string | null;
      readonly code: number;
      readonly text: string;
      /** Set where one of the merchant's rules refused the card. */
      readonly failedCheck?: CardCheck | undefined;
    }
  | {
      readonly kind: 'charged';
      /** At least one, oldest first. */
      readonly charges: readonly [Charge, ...Charge[]];
      /** Those with transactions of their own, which do not say which charge they belong to. */
      readonly reversals: readonly RecordedReversal[];
    };

/** All that went back of a charged order. */
export const reversalsOf = ({
  charges,
  reversals,
}: Extract<RecordedOrder, { kind: 'charged' }>): readonly RecordedReversal[] => [
  ...charges.flatMap((charge) => charge.reversals),
  ...reversals,
];

/** A record that can't be what the gateway means: read again, it says the same. */
export class OddRecordError extends Error {
  override readonly name = 'OddRecordError';
}

const chargedConditions = new Set(['pendingsettlement', 'complete']);
const genericDecline = 200;

/**
 * Reads the transactions of one order.
 *
 * @throws when one is about another order or in another currency, or names an amount that is none
 */
export const readOrder = (transactions: readonly RecordedTransaction[], orderId: string): RecordedOrder => {
  if (transactions.some((transaction) => transaction.orderId !== orderId))
    throw new OddRecordError("The gateway's records told of another order.");
  if (transactions.some(({ currency = 'USD' }) => currency.toUpperCase() !== 'USD'))
    throw new OddRecordError("The gateway's records told of another currency.");

  const charges = transactions.flatMap(chargeIn);
  const reversals = transactions.flatMap(ownReversalsIn);
  const [first, ...others] = charges;
  if (first !== undefined) return { kind: 'charged', charges: [first, ...others], reversals };

  const failures = transactions.flatMap(failureIn);
  if (failures.length < transactions.length) return { kind: 'undecided' };
  return failures.at(-1) ?? { kind: 'nothing' };
};

/** The refunds and returns that are transactions of their own, with an order id or without one. */
export const ownReversalsIn = (transaction: RecordedTransaction): RecordedReversal[] => {
  const { transactionId, actions } = transaction;
  if (transactionId === null || saleIn(transaction) !== undefined) return [];
  const given = [
    ...actions.filter((action) => action.type === 'refund' && isDone(transaction, action)),
    ...actions.filter(isReturn),
  ];
  return given.map((action, index) => ({
    kind: isReturn(action) ? 'return' : 'refund',
    reference: index === 0 ? transactionId : `${transactionId}/${index + 1}`,
    transactionId,
    amountCents: amountOf(action),
  }));
};

const saleIn = ({ actions }: RecordedTransaction): RecordedAction | undefined =>
  actions.find(({ type }) => type === 'sale');

/** A refund that failed or was voided itself gives nothing back. */
const isDone = ({ condition }: RecordedTransaction, { success }: RecordedAction): boolean =>
  success === '1' && chargedConditions.has(condition);

const returnTypes = new Set(['return', 'chargeback']);
/** A bank takes the money back; not every processor notes a success of that. */
const isReturn = ({ type, success }: RecordedAction): boolean => returnTypes.has(type) && success !== '0';

const chargeIn = (transaction: RecordedTransaction): Charge[] => {
  const { transactionId, condition, actions, card } = transaction;
  const sale = saleIn(transaction);
  const isVoided = condition === 'canceled';
  if (sale?.success !== '1' || transactionId === null || !(isVoided || chargedConditions.has(condition)))
    return [];

  const amountCents = amountOf(sale);
  const given = (kind: 'refund' | 'return', found: readonly RecordedAction[], prefix: string) =>
    found.map((action, index) => ({
      kind,
      reference: `${transactionId}/${prefix}${index + 1}`,
      transactionId,
      amountCents: amountOf(action),
    }));
  const refunds = given('refund', actions.filter(isRefund), '');
  const reversals: RecordedReversal[] = [...refunds, ...given('return', actions.filter(isReturn), 'return/')];
  const left = amountCents - sumOf(refunds);
  if (isVoided && left > 0)
    reversals.push({ kind: 'void', reference: `${transactionId}/void`, transactionId, amountCents: left });
  return [{ transactionId, amountCents, reversals, ...(card && { card }) }];
};

const isRefund = ({ type, success }: RecordedAction): boolean => type === 'refund' && success === '1';

const failureIn = (transaction: RecordedTransaction): Extract<RecordedOrder, { kind: 'not-charged' }>[] => {
  const sale = saleIn(transaction);
  if (transaction.condition !== 'failed' || sale?.success !== '0') return [];
  const code = readCode(sale.code) ?? genericDecline;
  const { transactionId, avs, cvv } = transaction;
  const failedCheck = code === gatewayRefusal ? failedCheckOf(avs, cvv, sale.text) : undefined;
  return [{ kind: 'not-charged', transactionId, code, text: sale.text, ...(failedCheck && { failedCheck }) }];
};

/** Some record what went back as a negative amount, some as a positive one. */
const amountOf = ({ amount }: RecordedAction): number => {
  const cents = Math.abs(centsOf(amount));
  if (Number.isNaN(cents)) throw new OddRecordError("The gateway's records told of an amount that is none.");
  return cents;
};

/** What reversals give back together, in US cents. */
export const sumOf = (reversals: readonly RecordedReversal[]): number =>
  reversals.reduce((sum, { amountCents }) => sum + amountCents, 0);
