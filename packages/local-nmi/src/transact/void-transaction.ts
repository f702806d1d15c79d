import { type Action, conditionOf, type Transaction } from '../records/transaction.ts';
import type { ProcessorResponse } from '../test-cards.ts';
import type { TransactParts } from './parts.ts';
import { refundTexts } from './refund.ts';
import { refusal, type TransactReply, transactReply } from './reply.ts';
import { type StagedCode, stagedCode } from './response-codes.ts';
import type { StagedReply } from './staged-replies.ts';

/** AM, OMNI. */
const voided: StagedCode = { response: 1, code: 100, text: 'Transaction Void Successful', effect: 'done' };

/** AM, EX. */
const notPending = 'Only transactions pending settlement can be voided';

/**
 * Runs a request of type void: cancels a transaction before it settles (VD). The sale's action stays a success, the condition
 * becomes `canceled` (EX, OR). A pending refund with its own transaction can be voided too.
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

/** Whether the transaction is pending settlement without any refund (the latter is a guess). */
export const isVoidable = (transaction: Transaction): boolean =>
  conditionOf(transaction) === 'pendingsettlement' &&
  !transaction.actions.slice(1).some(({ type, success }) => type === 'refund' && success);

/** Records a void or a failed one, with the transaction's amount (CAP). */
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
