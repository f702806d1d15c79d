import { randomInt } from 'node:crypto';
import { equalSecrets } from '../secrets.ts';
import { isPastExpiry } from './card-checks.ts';
import { type RefundParts, refund } from './refund.ts';
import { approved, declined, expiredCard, findTestCardByMask, type ProcessorResponse } from './test-cards.ts';
import type { StoredCard, TokenVault } from './token-vault.ts';
import { parseAmount, refusal, type TransactReply } from './transact-reply.ts';

export interface TransactParts extends RefundParts {
  readonly securityKey: string;
  readonly vault: TokenVault;
}

const duplicateWindowSeconds = 1200;
const minApprovedCents = 100;
const tokenRefusals = {
  unknown: 'Payment Token does not exist',
  used: 'Payment Token has already been used',
  expired: 'Payment Token has expired',
} as const;

/**
 * Runs one `transact.php` request, a sale or a refund. A sale uses its token up and enters the transaction log before
 * anything else can happen; the reply waits until both are on the disk. Requests that never reach a card get
 * `response=3&response_code=300` and leave no sale.
 *
 * @throws nothing the caller could have caused: every refusal is a reply.
 */
export const transact = async (parts: TransactParts, request: URLSearchParams): Promise<TransactReply> => {
  const orderId = request.get('orderid') ?? '';
  const refuse = (text: string) => refusal(text, orderId);

  if (!equalSecrets(request.get('security_key') ?? '', parts.securityKey))
    return refuse('Authentication Failed');
  if (request.get('type') === 'refund') return refund(parts, request);
  if (request.get('type') !== 'sale') return refuse('Invalid Transaction Type');
  if (request.has('ccnumber')) return refuse('Card data is not accepted here, send a payment_token');
  if ((request.get('currency') ?? 'USD').toUpperCase() !== 'USD') return refuse('Invalid Currency');
  const amountCents = parseAmount(request.get('amount') ?? '');
  if (amountCents === undefined) return refuse('Invalid amount');
  const duplicateSeconds = parseSeconds(request.get('dup_seconds'));
  if (duplicateSeconds === undefined) return refuse('Invalid dup_seconds');
  if (orderId.length > 100) return refuse('Invalid orderid');

  const token = request.get('payment_token') ?? '';
  const redeemed = parts.vault.redeem(token);
  if (typeof redeemed === 'string') return refuse(tokenRefusals[redeemed]);

  const { card, written: tokenWritten } = redeemed;
  const now = parts.clock();
  const earlier = parts.sales.findApproved(card.masked, amountCents, now - duplicateSeconds * 1000);
  if (duplicateSeconds > 0 && earlier !== undefined) {
    await tokenWritten;
    return refusal('Duplicate transaction', orderId, 'sale', earlier.transactionId);
  }

  const processed = authorise(card, amountCents, new Date(now));
  const { transactionId, written: saleWritten } = parts.sales.recordSale({
    orderId,
    amountCents,
    outcome: outcomes[processed.response],
    token: token.slice(-4),
    at: new Date(now).toISOString(),
    maskedCard: card.masked,
    responseCode: processed.code,
    responseText: processed.text,
  });
  await Promise.all([tokenWritten, saleWritten]);
  return {
    response: String(processed.response),
    responsetext: processed.text,
    authcode: processed.response === 1 ? String(randomInt(100_000, 1_000_000)) : '',
    transactionid: transactionId,
    avsresponse: addressMatch(request),
    cvvresponse: card.cvvResponse,
    orderid: orderId,
    type: 'sale',
    response_code: String(processed.code),
  };
};

const outcomes = { 1: 'approved', 2: 'declined', 3: 'error' } as const;

const authorise = (card: StoredCard, amountCents: number, now: Date): ProcessorResponse => {
  if (isPastExpiry(card.expiry, now)) return expiredCard;
  const response = findTestCardByMask(card.masked)?.response ?? declined;
  return response === approved && amountCents < minApprovedCents ? declined : response;
};

const parseSeconds = (text: string | null): number | undefined => {
  if (text === null || text === '') return duplicateWindowSeconds;
  return /^\d{1,7}$/.test(text) ? Number(text) : undefined;
};

/** Test mode's address check: `888` and `77777` match. Y both, A the address, Z the ZIP code, N neither. */
const addressMatch = (request: URLSearchParams): string => {
  const address = (request.get('address1') ?? '').startsWith('888');
  const zip = (request.get('zip') ?? '').startsWith('77777');
  if (address && zip) return 'Y';
  if (address) return 'A';
  return zip ? 'Z' : 'N';
};
