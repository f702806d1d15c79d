import { type Action, conditionOf, type Transaction } from '../records/transaction.ts';
import type { TransactParts } from './parts.ts';
import { refundTexts } from './refund.ts';
import { refusal, type TransactReply, transactReply } from './reply.ts';

/** AM, #70539943945. */
const notPending = 'Only transactions pending settlement can be voided';

/**
 * Runs one `transact.php` request of type void: cancels a transaction that has not settled (VD). The sale's own action stays
 * a success, the condition becomes `canceled` (#68841139356, OR). A refund of its own that is pending can be voided too.
 */
export const voidTransaction = async (
  parts: TransactParts,
  request: URLSearchParams,
): Promise<TransactReply> => {
  const refuse = (text: string) => refusal(text, { type: 'void' });
  const transaction = parts.log.find(request.get('transactionid') ?? '');
  if (transaction === undefined) return refuse(refundTexts.unknown);
  if (!isVoidable(transaction)) return refuse(notPending);
  await cancel(parts, transaction);
  return transactReply({
    response: '1',
    responsetext: 'Transaction Void Successful', // AM, OMNI
    transactionid: transaction.transactionId,
    orderid: transaction.orderId,
    type: 'void',
    response_code: '100',
  });
};

/** Whether it is pending settlement and nothing of it was given back (the latter is a guess). */
export const isVoidable = (transaction: Transaction): boolean =>
  conditionOf(transaction) === 'pendingsettlement' &&
  !transaction.actions.slice(1).some(({ type, success }) => type === 'refund' && success);

/** Records the void of a transaction that is voidable, with the amount of the transaction (CAP). */
export const cancel = (
  { recorder, clock }: Pick<TransactParts, 'recorder' | 'clock'>,
  transaction: Transaction,
): Promise<void> => {
  const action: Action = {
    type: 'void',
    amountCents: Math.abs(transaction.actions[0]?.amountCents ?? 0),
    success: true,
    code: 100,
    text: 'Transaction Void Successful',
    at: new Date(clock()).toISOString(),
  };
  return recorder.add(transaction, action);
};
