import { equalSecrets } from 'local-services/secrets.ts';
import { changeVault } from '../customer-vault/vault-request.ts';
import type { TransactParts } from './parts.ts';
import { refund } from './refund.ts';
import { refusal, type TransactReply } from './reply.ts';
import { sell, validate } from './sale.ts';
import { voidTransaction } from './void-transaction.ts';

const requests = {
  sale: sell,
  validate,
  refund,
  void: voidTransaction,
  'customer-vault': changeVault,
};

/** The outcomes without a form-encoded response: status 429, or a cut connection after the work. */
export type NoReply = 'too-many-requests' | 'lost';

/** Runs a `transact.php` request. Every refusal is a normal response, and leaves no record. */
export const transact = async (
  parts: TransactParts,
  request: URLSearchParams,
): Promise<TransactReply | NoReply> => {
  const orderId = request.get('orderid') ?? '';
  if (!equalSecrets(request.get('security_key') ?? '', parts.securityKey))
    return refusal('Authentication Failed', { orderId }); // The text is from AM.
  const given = request.get('type') ?? '';
  const type = given === '' && request.has('customer_vault') ? 'customer-vault' : given;
  if (!isRequestType(type)) return refusal('Invalid Transaction Type', { orderId }); // The text is a guess.

  const of = parts.log.find(request.get('transactionid') ?? '')?.orderId ?? orderId;
  const staged = parts.staged.take({ type, orderId: of, email: request.get('email') ?? '' });
  if (staged?.reply === 'too-many-requests') return 'too-many-requests';
  // VD: code 301, response 3, an empty order id. The text is a guess.
  if (staged?.reply === 'rate-limit')
    return refusal(staged.text ?? 'Rate limit exceeded', {
      type: type === 'customer-vault' ? '' : type,
      code: 301,
    });
  const reply = await requests[type](parts, request, staged);
  return staged?.reply === 'lost' ? 'lost' : reply;
};

const isRequestType = (type: string): type is keyof typeof requests => Object.hasOwn(requests, type);
