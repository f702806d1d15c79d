import { reversedOf } from '../records/sales.ts';
import {
  type Action,
  conditionOf,
  isApprovedSale,
  saleActionOf,
  type Transaction,
} from '../records/transaction.ts';
import type { Settings } from '../settings.ts';
import type { ProcessorResponse } from '../test-cards.ts';
import { parseAmount } from './amounts.ts';
import type { TransactParts } from './parts.ts';
import { refusal, type TransactReply, transactReply } from './reply.ts';
import { type StagedCode, stagedCode } from './response-codes.ts';
import type { StagedReply } from './staged-replies.ts';

/** What is given back, and how it is recorded. */
export interface Refund {
  /** US cents, more than nothing. */
  readonly amountCents: number;
  readonly shape: Settings['refundShape'];
  /** Of a transaction of its own; often empty (CAP). */
  readonly orderId: string;
}

/** AM, #70539943945. */
export const refundTexts = {
  unknown: 'Invalid Transaction ID specified',
  balance: 'Refund amount may not exceed the transaction balance',
} as const;

/**
 * Runs one `transact.php` request of type refund: gives an approved sale back, in whole or in part, as often as it has a
 * balance. `amount` absent or 0.00 means all that is left (VD). `orderid` becomes that of a refund with a transaction of its own
 * (HS and PRISM send it and find the refund by it).
 */
export const refund = async (
  parts: TransactParts,
  request: URLSearchParams,
  staged?: StagedReply,
): Promise<TransactReply> => {
  const { log, settings } = parts;
  const orderId = request.get('orderid') ?? '';
  const refuse = (text: string) => refusal(text, { orderId, type: 'refund' });
  const sale = log.find(request.get('transactionid') ?? '');
  if (sale === undefined || !isApprovedSale(sale)) return refuse(refundTexts.unknown);
  const amount = request.get('amount') ?? '';
  const left = balanceOf(parts, sale);
  const cents = /^0*(\.0*)?$/.test(amount) ? left : parseAmount(amount);
  if (cents === undefined) return refuse('Invalid amount');
  // The words for a sale that has not settled are a guess.
  if (conditionOf(sale) !== 'complete' && !settings().refundBeforeSettlement)
    return refuse(refundTexts.balance);
  if (cents === 0 || cents > left) return refuse(refundTexts.balance);

  const answer = stagedCode(staged) ?? refunded;
  const asked = { amountCents: cents, shape: settings().refundShape, orderId };
  const transactionId =
    answer.effect === 'nothing'
      ? ''
      : await giveBack(parts, sale, asked, answer.effect === 'done' ? refunded : answer);
  return transactReply({
    response: String(answer.response),
    responsetext: answer.text,
    transactionid: transactionId,
    orderid: orderId,
    type: 'refund',
    response_code: String(answer.code),
  });
};

const refunded: StagedCode = { response: 1, code: 100, text: 'SUCCESS', effect: 'done' };

/** What of an approved sale was not given back. US cents. */
export const balanceOf = ({ log }: Pick<TransactParts, 'log'>, sale: Transaction): number =>
  conditionOf(sale) === 'canceled' ? 0 : (saleActionOf(sale)?.amountCents ?? 0) - reversedOf(log, sale).cents;

/**
 * Records a refund, or that it failed: as a further, positive action of the sale (OR), or as a transaction of its own with one action of a
 * negative amount, pending settlement, which refers to no sale (CAP).
 *
 * @returns the id of the transaction that holds it. In the sale's own transaction that is the sale's (guess).
 */
export const giveBack = async (
  { recorder, clock }: Pick<TransactParts, 'recorder' | 'clock'>,
  sale: Transaction,
  { amountCents, shape, orderId }: Refund,
  { response, code, text }: ProcessorResponse = refunded,
): Promise<string> => {
  const action: Action = {
    type: 'refund',
    amountCents: shape === 'action' ? amountCents : -amountCents,
    success: response === 1,
    code,
    text,
    at: new Date(clock()).toISOString(),
  };
  if (shape === 'action') {
    await recorder.add(sale, action);
    return sale.transactionId;
  }
  const { maskedCard, transactionId: refundOf } = sale;
  const { transaction, recorded } = recorder.begin({ orderId, maskedCard, token: '', refundOf }, action);
  await recorded;
  return transaction.transactionId;
};
