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
import type { TransactParts } from './parts.ts';
import { parseAmount, refusal, type TransactReply, transactReply } from './reply.ts';
import { type StagedCode, stagedCode } from './response-codes.ts';
import type { StagedReply } from './staged-replies.ts';

export interface Refund {
  /** The amount in US cents, more than zero. */
  readonly amountCents: number;
  readonly shape: Settings['refundShape'];
  /** The order id of a refund with a separate transaction; often empty (CAP). */
  readonly orderId: string;
}

/** Refusal texts (AM, EX). */
export const refundTexts = {
  unknown: 'Invalid Transaction ID specified',
  balance: 'Refund amount may not exceed the transaction balance',
} as const;

/**
 * Runs a refund request: refunds all or part of an approved sale's balance. An absent `amount` or 0.00 means the rest
 * (VD). A refund with a separate transaction gets `orderid`, by which HS and PRISM find the refund.
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
  // The text for a sale that has not settled is a guess.
  if (conditionOf(sale) !== 'complete' && !settings().refundBeforeSettlement)
    return refuse(refundTexts.balance);
  if (cents === 0 || cents > left) return refuse(refundTexts.balance);

  const answer = stagedCode(staged) ?? refunded;
  const asked = { amountCents: cents, shape: settings().refundShape, orderId };
  const transactionId =
    answer.effect === 'nothing'
      ? ''
      : await recordRefund(parts, sale, asked, answer.effect === 'done' ? refunded : answer);
  return transactReply(answer, { transactionid: transactionId, orderid: orderId, type: 'refund' });
};

const refunded: StagedCode = { response: 1, code: 100, text: 'SUCCESS', effect: 'done' };

/** Returns how much of an approved sale isn't refunded, in US cents. */
export const balanceOf = ({ log }: Pick<TransactParts, 'log'>, sale: Transaction): number =>
  conditionOf(sale) === 'canceled' ? 0 : (saleActionOf(sale)?.amountCents ?? 0) - reversedOf(log, sale).cents;

/**
 * Records a successful or failed refund: as a positive action of the sale (OR), or as a transaction with one negative
 * action, pending settlement, that doesn't refer to the sale (CAP).
 *
 * @returns the id of the transaction with the refund; the sale's id if the refund is an action of the sale (guess)
 */
export const recordRefund = async (
  { log, clock }: Pick<TransactParts, 'log' | 'clock'>,
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
    await log.add(sale, action);
    return sale.transactionId;
  }
  const { maskedCard, transactionId: refundOf } = sale;
  const { transaction, written } = log.begin({ orderId, maskedCard, token: '', refundOf }, action);
  await written;
  return transaction.transactionId;
};
