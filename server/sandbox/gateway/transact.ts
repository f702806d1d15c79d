import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { isPastExpiry } from './card-checks.ts';
import { newReference, type SalesBook } from './sales-book.ts';
import { approved, declined, expiredCard, findTestCardByMask, type Verdict } from './test-cards.ts';
import type { KeptCard, TokenVault } from './token-vault.ts';

export interface TransactParts {
  readonly securityKey: string;
  readonly vault: TokenVault;
  readonly sales: SalesBook;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** The reply's fields, in the gateway's names and as it writes them; the route form-encodes them. */
export interface TransactReply {
  /** 1 approved, 2 declined, 3 error. */
  readonly response: string;
  readonly responsetext: string;
  /** Empty unless approved. */
  readonly authcode: string;
  /** Empty when no card was asked. */
  readonly transactionid: string;
  readonly avsresponse: string;
  readonly cvvresponse: string;
  readonly orderid: string;
  readonly type: string;
  readonly response_code: string;
}

const DUPLICATE_WINDOW_S = 1200;
const MIN_APPROVED_CENTS = 100;
const tokenRefusals = {
  unknown: 'Payment Token does not exist',
  used: 'Payment Token has already been used',
  expired: 'Payment Token has expired',
} as const;

/**
 * Runs one `transact.php` request. A sale spends its token and enters the sales book before anything else can
 * happen; the reply waits until both are on the disk. Requests that never reach a card answer
 * `response=3&response_code=300` and leave no sale.
 *
 * @throws nothing the caller could have caused: every refusal is a reply.
 */
export async function transact(parts: TransactParts, request: URLSearchParams): Promise<TransactReply> {
  const orderId = request.get('orderid') ?? '';
  const refuse = (text: string) => refusal(text, orderId);

  if (!sameSecret(request.get('security_key') ?? '', parts.securityKey))
    return refuse('Authentication Failed');
  if (request.get('type') !== 'sale') return refuse('Invalid Transaction Type');
  if (request.has('ccnumber')) return refuse('Card data is not accepted here, send a payment_token');
  if ((request.get('currency') ?? 'USD').toUpperCase() !== 'USD') return refuse('Invalid Currency');
  const amountCents = parseAmount(request.get('amount') ?? '');
  if (amountCents === undefined) return refuse('Invalid amount');
  const duplicateSeconds = parseSeconds(request.get('dup_seconds'));
  if (duplicateSeconds === undefined) return refuse('Invalid dup_seconds');
  if (orderId.length > 100) return refuse('Invalid orderid');

  const token = request.get('payment_token') ?? '';
  const spent = parts.vault.spend(token);
  if (typeof spent === 'string') return refuse(tokenRefusals[spent]);

  const { card, kept: tokenKept } = spent;
  const now = parts.clock();
  const earlier = parts.sales.findApproved(card.masked, amountCents, now - duplicateSeconds * 1000);
  if (duplicateSeconds > 0 && earlier !== undefined) {
    await tokenKept;
    return refusal('Duplicate transaction', orderId, earlier.transactionId);
  }

  const verdict = judge(card, amountCents, new Date(now));
  const { transactionId, kept: saleKept } = parts.sales.enter({
    orderId,
    amountCents,
    outcome: outcomes[verdict.response],
    token: token.slice(-4),
    at: new Date(now).toISOString(),
    maskedCard: card.masked,
    responseCode: verdict.code,
    responseText: verdict.text,
  });
  await Promise.all([tokenKept, saleKept]);
  return {
    response: String(verdict.response),
    responsetext: verdict.text,
    authcode: verdict.response === 1 ? String(randomInt(100_000, 1_000_000)) : '',
    transactionid: transactionId,
    avsresponse: addressMatch(request),
    cvvresponse: card.cvvResponse,
    orderid: orderId,
    type: 'sale',
    response_code: String(verdict.code),
  };
}

/** A refusal by the gateway itself (response 3, code 300), with the reference that its support would ask for. */
export function refusal(text: string, orderId = '', reference = newReference()): TransactReply {
  return {
    response: '3',
    responsetext: `${text} REFID:${reference}`,
    authcode: '',
    transactionid: '',
    avsresponse: '',
    cvvresponse: '',
    orderid: orderId,
    type: 'sale',
    response_code: '300',
  };
}

/** Compares two secrets in a time that tells nothing about where they differ. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

const outcomes = { 1: 'approved', 2: 'declined', 3: 'error' } as const;

function judge(card: KeptCard, amountCents: number, now: Date): Verdict {
  if (isPastExpiry(card.expiry, now)) return expiredCard;
  const verdict = findTestCardByMask(card.masked)?.verdict ?? declined;
  return verdict === approved && amountCents < MIN_APPROVED_CENTS ? declined : verdict;
}

/** Dollars as `25`, `25.0` or `25.00` → cents; at most 9,999,999.99 and more than nothing. */
function parseAmount(text: string): number | undefined {
  const [, dollars, fraction = ''] = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (dollars === undefined) return undefined;
  const cents = Number(dollars) * 100 + Number(fraction.padEnd(2, '0'));
  return cents > 0 ? cents : undefined;
}

function parseSeconds(text: string | null): number | undefined {
  if (text === null || text === '') return DUPLICATE_WINDOW_S;
  return /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}

/** Test mode's address check: `888` and `77777` match. Y both, A the address, Z the ZIP code, N neither. */
function addressMatch(request: URLSearchParams): string {
  const address = (request.get('address1') ?? '').startsWith('888');
  const zip = (request.get('zip') ?? '').startsWith('77777');
  if (address && zip) return 'Y';
  if (address) return 'A';
  return zip ? 'Z' : 'N';
}
