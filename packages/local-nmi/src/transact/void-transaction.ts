import { type Action, conditionOf, type Transaction } from '../records/transaction.ts';
import type { ProcessorResponse } from '../test-cards.ts';
import type { TransactParts } from './parts.ts';
import { refundTexts } from './refund.ts';
import { refusal, type TransactReply, transactReply } from './reply.ts';
import { type StagedCode, stagedCode } from './response-codes.ts';
import type { StagedReply } from './staged-replies.ts';

/** The response to a void (AM, OMNI). */
const voided: StagedCode = { response: 1, code: 100, text: 'Transaction Void Successful', effect: 'done' };

/** The text that refuses a void (AM, EX). */
const notPending = 'Only transactions pending settlement can be voided';

/**
 * Runs a void request: cancels a transaction before it settles (VD). The sale's action stays successful, and the
 * condition becomes `canceled` (EX, OR). A pending refund with a separate transaction can also be voided.
 */
export const voidTransaction = async (
  parts: TransactParts,
  request: URLSearchParams,
  staged?: StagedReply,
): Promise<TransactReply> => {
  const refuse = (text: string) => refusal(text, { type: 'void' });
  const transaction = parts.log.find(request.get('transactionid') ?? '');
  if (transaction === undefined) return refuse(refundTexts.unknown);
  if (!isVoidable(transaction)) return refuse(notPending);
  const answer = stagedCode(staged) ?? voided;
  if (answer.effect !== 'nothing')
    await cancel(parts, transaction, answer.effect === 'done' ? voided : answer);
  const { transactionId, orderId } = transaction;
  return transactReply(answer, { transactionid: transactionId, orderid: orderId, type: 'void' });
};

/** Returns whether the transaction is pending settlement and has no refund (the refund rule is a guess). */
export const isVoidable = (transaction: Transaction): boolean =>
  conditionOf(transaction) === 'pendingsettlement' &&
  !transaction.actions.slice(1).some(({ type, success }) => type === 'refund' && success);

/** Records a successful or failed void, with the transaction's amount (CAP). */
export const cancel = (
  { log, clock }: Pick<TransactParts, 'log' | 'clock'>,
  transaction: Transaction,
  { response, code, text }: ProcessorResponse = voided,
): Promise<void> => {
  const action: Action = {
    type: 'void',
    amountCents: Math.abs(transaction.actions[0]?.amountCents ?? 0),
    success: response === 1,
    code,
    text,
    at: new Date(clock()).toISOString(),
  };
  return log.add(transaction, action);
};
