import type { TransactParts } from './parts.ts';
import { refusal, type TransactReply, transactReply } from './reply.ts';
import { stagedCode } from './response-codes.ts';
import { addressMatch, authoriseCard, newAuthCode, tokenRefusal } from './sale.ts';
import type { StagedReply } from './staged-replies.ts';

/**
 * Runs one request of type validate: asks about a card without charging it. `amount` is absent or 0.00 (VD). It uses its token
 * up as a sale does, and is recorded as a transaction of 0.00 (guess).
 */
export const validate = async (
  parts: TransactParts,
  request: URLSearchParams,
  staged?: StagedReply,
): Promise<TransactReply> => {
  const orderId = request.get('orderid') ?? '';
  const refuse = (text: string) => refusal(text, { orderId, type: 'validate' });
  if (!/^(0+(\.0{1,2})?)?$/.test(request.get('amount') ?? '')) return refuse('Invalid amount'); // guess
  const token = request.get('payment_token') ?? '';
  const redeemed = parts.vault.redeem(token);
  if (redeemed === undefined) return refuse(tokenRefusal);
  const { card, written } = redeemed;
  const at = new Date(parts.clock());
  const answer = stagedCode(staged) ?? { ...authoriseCard(card, at), effect: 'done' };
  const { response, code, text } = answer;
  if (answer.effect === 'nothing') {
    await written;
    return refusal(text, { orderId, type: 'validate', response, code });
  }
  const { transaction, recorded } = parts.recorder.begin(
    { orderId, maskedCard: card.masked, token: token.slice(-4) },
    { type: 'validate', amountCents: 0, success: response === 1, code, text, at: at.toISOString() },
  );
  await Promise.all([written, recorded]);
  return transactReply({
    response: String(response),
    responsetext: text,
    authcode: response === 1 ? newAuthCode() : '',
    transactionid: transaction.transactionId,
    avsresponse: addressMatch(request),
    cvvresponse: card.cvvResponse,
    orderid: orderId,
    type: 'validate',
    response_code: String(code),
  });
};
