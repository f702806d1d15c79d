import { centsOf } from '../ledger/money.ts';
import { type CardCheck, failedCheckOf } from './card-checks.ts';
import type { CardDetails } from './card-details.ts';
import type { RecordedAction, RecordedTransaction } from './records.ts';
import { gatewayRefusal, readCode } from './sale-reply.ts';

/** Returns whether an order id looks like an attempt's id. Other systems can share the merchant's gateway account. */
export const isOrderId = (text: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);

export interface RecordedReversal {
  readonly kind: 'refund' | 'void' | 'return';
  /** Stable, unique id: a transaction id, or `<sale>/<n>`, `<sale>/void`, `<sale>/return/<n>` for actions. */
  readonly reference: string;
  readonly transactionId: string;
  /** Always positive. */
  readonly amountCents: number;
}

/** A charged sale, and the reversals recorded in its transaction. */
export interface Charge {
  readonly transactionId: string;
  readonly amountCents: number;
  readonly reversals: readonly RecordedReversal[];
  readonly card?: CardDetails;
}

export type RecordedOrder =
  /** Not in the records, which lag behind sales. The sale may exist. */
  | { readonly kind: 'nothing' }
  /** In the records, but with a missing or unknown outcome. */
  | { readonly kind: 'undecided' }
  | {
      readonly kind: 'not-charged';
      readonly transactionId: string | null;
      readonly code: number;
      readonly text: string;
      /** Set if a merchant's rule refused the card. */
      readonly failedCheck?: CardCheck | undefined;
    }
  | {
      readonly kind: 'charged';
      /** Oldest first. */
      readonly charges: readonly [Charge, ...Charge[]];
      /** Reversals in separate transactions, which don't name their charge. */
      readonly reversals: readonly RecordedReversal[];
    };

export const reversalsOf = ({
  charges,
  reversals,
}: Extract<RecordedOrder, { kind: 'charged' }>): readonly RecordedReversal[] => [
  ...charges.flatMap((charge) => charge.reversals),
  ...reversals,
];

/** Thrown for a contradictory or unreadable record. Reading it again won't help. */
export class OddRecordError extends Error {
  override readonly name = 'OddRecordError';
}

const chargedConditions = new Set(['pendingsettlement', 'complete']);
const genericDecline = 200;

/** Reads an order's records. @throws {OddRecordError} for a wrong order or currency, or an unreadable amount */
export const readOrder = (transactions: readonly RecordedTransaction[], orderId: string): RecordedOrder => {
  if (transactions.some((transaction) => transaction.orderId !== orderId))
    throw new OddRecordError("The gateway's records returned a different order.");
  if (transactions.some(({ currency = 'USD' }) => currency.toUpperCase() !== 'USD'))
    throw new OddRecordError("The gateway's records show a currency other than US dollars.");

  const charges = transactions.flatMap(chargeIn);
  const reversals = transactions.flatMap(ownReversalsOf);
  const [first, ...others] = charges;
  if (first !== undefined) return { kind: 'charged', charges: [first, ...others], reversals };

  const failures = transactions.flatMap(failureIn);
  if (failures.length < transactions.length) return { kind: 'undecided' };
  return failures.at(-1) ?? { kind: 'nothing' };
};

/** Returns refunds and returns recorded as separate transactions, with or without an order id. */
export const ownReversalsOf = (transaction: RecordedTransaction): RecordedReversal[] => {
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

/** Returns the sale, or the check of a card, which counts as a sale of 0. */
const saleIn = ({ actions }: RecordedTransaction): RecordedAction | undefined =>
  actions.find(({ type }) => type === 'sale' || type === 'validate');

/** Returns whether a refund succeeded. Failed or voided refunds pay nothing back. */
const isDone = ({ condition }: RecordedTransaction, { success }: RecordedAction): boolean =>
  success === '1' && chargedConditions.has(condition);

const returnTypes = new Set(['return', 'chargeback']);
/** Returns whether an action is a return that may have succeeded. Some processors don't record success. */
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

/** Returns the absolute amount in cents, because gateways differ in the sign of reversals. */
const amountOf = ({ amount }: RecordedAction): number => {
  const cents = Math.abs(centsOf(amount));
  if (Number.isNaN(cents)) throw new OddRecordError("The gateway's records show an invalid amount.");
  return cents;
};

export const sumOf = (reversals: readonly RecordedReversal[]): number =>
  reversals.reduce((sum, { amountCents }) => sum + amountCents, 0);
