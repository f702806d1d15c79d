import { equalSecrets } from '../../secrets.ts';
import type { TransactParts } from './parts.ts';
import { refund } from './refund.ts';
import { refusal, type TransactReply } from './reply.ts';
import { sell } from './sale.ts';
import { validate } from './validate.ts';
import { voidTransaction } from './void-transaction.ts';

const requests = { sale: sell, validate, refund, void: voidTransaction };

/**
 * Runs one `transact.php` request: a sale, a check of a card, a refund or a void. Requests that the gateway turns away get
 * `response=3&response_code=300` and leave nothing in the records.
 *
 * @throws nothing the caller could have caused: every refusal is a reply.
 */
export const transact = async (parts: TransactParts, request: URLSearchParams): Promise<TransactReply> => {
  const orderId = request.get('orderid') ?? '';
  if (!equalSecrets(request.get('security_key') ?? '', parts.securityKey))
    return refusal('Authentication Failed', { orderId }); // AM
  const type = request.get('type') ?? '';
  if (!isRequestType(type)) return refusal('Invalid Transaction Type', { orderId }); // guess
  return requests[type](parts, request);
};

const isRequestType = (type: string): type is keyof typeof requests => Object.hasOwn(requests, type);
