import { centsOf } from '../ledger/money.ts';
import { type CardCheck, failedCheckOf } from './card-checks.ts';

interface Refusal {
  readonly transactionId: string | null;
  /** The gateway's response code. */
  readonly code: number;
  /** The gateway's text for merchants. */
  readonly text: string;
}

export type SaleOutcome =
  | { readonly kind: 'approved'; readonly transactionId: string }
  /** Charged less than the amount, which isn't enough for a purchase. */
  | { readonly kind: 'partly-approved'; readonly transactionId: string; readonly chargedCents: number }
  /** Not charged, and never will be. */
  | ({ readonly kind: 'refused' } & Refusal)
  /**
   * Not charged by this request (used token or duplicate), but an earlier one may have charged the card.
   * `failedCheck` is set if a merchant's rule refused the card.
   */
  | ({ readonly kind: 'turned-down'; readonly failedCheck?: CardCheck | undefined } & Refusal)
  /** The gateway's response has no outcome. The card may be charged. */
  | { readonly kind: 'undecided'; readonly code: number }
  /** Certainly not processed: the gateway was unreachable, or refused the request unread. Safe to resend. */
  | { readonly kind: 'unsent'; readonly why: string }
  /** The card may be charged. Only the gateway's records show it. */
  | { readonly kind: 'unknown'; readonly why: string; readonly timedOut: boolean };

interface SentSale {
  readonly orderId: string;
  readonly amountCents: number;
}

export const approvedCode = 100;
const declinedCode = 200;
export const gatewayRefusal = 300;
export const rateLimit = 301;
const duplicateAtProcessor = 430;
/** Response codes for a merchant account that can't accept sales. */
export const notSetUpCodes: ReadonlySet<number> = new Set([410, 411, 460]);
/** Returns whether the gateway lists the code as a processor's decline or an error in the card data. */
export const isDecline = (code: number): boolean => /^2(0[0-4]|2[0-6]|40|5[0-3]|6[0-4])$/.test(String(code));

const cardTypeNotSupported = 461;
/** Returns whether an error with this code certainly charged nothing. */
export const isRefusal = (code: number): boolean =>
  isDecline(code) || code === cardTypeNotSupported || notSetUpCodes.has(code);

const unknown = (why: string): SaleOutcome => ({ kind: 'unknown', why, timedOut: false });

/**
 * Reads the form-encoded `transact.php` response to a sale (NMI, "Direct Post"). Any ambiguous response is
 * `unknown`, so that the customer is never asked to pay twice.
 */
export const readSaleReply = (text: string, sale: SentSale): SaleOutcome => {
  const reply = new URLSearchParams(text);
  const replyOrder = reply.get('orderid');
  if (replyOrder !== null && replyOrder !== '' && replyOrder !== sale.orderId)
    return unknown('a reply about another order');

  switch (reply.get('response')) {
    case '1':
      return readApproval(reply, sale);
    case '2':
      return readDecline(reply);
    case '3':
      return readError(reply);
    default:
      return unknown('an unreadable reply');
  }
};

const readApproval = (reply: URLSearchParams, { amountCents }: SentSale): SaleOutcome => {
  const transactionId = readTransactionId(reply.get('transactionid'));
  if (readCode(reply.get('response_code')) !== approvedCode || transactionId === null)
    return unknown('an approval without its code or transaction');
  const authorized = reply.get('amount_authorized') ?? '';
  const chargedCents = authorized === '' ? amountCents : centsOf(authorized);
  if (chargedCents === amountCents) return { kind: 'approved', transactionId };
  return chargedCents > 0 && chargedCents < amountCents
    ? { kind: 'partly-approved', transactionId, chargedCents }
    : unknown('an approval of another amount');
};

const readDecline = (reply: URLSearchParams): SaleOutcome => {
  const given = reply.get('response_code') ?? '';
  const code = given === '' ? declinedCode : readCode(given);
  return code !== undefined && isDecline(code)
    ? { kind: 'refused', ...detailsOf(reply), code }
    : unknown(`a decline with response code ${code ?? 'unreadable'}`);
};

const readError = (reply: URLSearchParams): SaleOutcome => {
  const code = readCode(reply.get('response_code'));
  if (code === undefined) return unknown('no response code');
  if (code === rateLimit) return { kind: 'unsent', why: `response code ${code}` };
  const details = { ...detailsOf(reply), code };
  if (code === gatewayRefusal) {
    const [avs, cvv] = [reply.get('avsresponse'), reply.get('cvvresponse')];
    const failedCheck = failedCheckOf(avs ?? '', cvv ?? '', details.text);
    return { kind: 'turned-down', ...details, ...(failedCheck && { failedCheck }) };
  }
  if (code === duplicateAtProcessor) return { kind: 'turned-down', ...details };
  if (isRefusal(code)) return { kind: 'refused', ...details };
  // The processor or the bank timed out, so the outcome is unknown.
  return { kind: 'undecided', code };
};

const detailsOf = (reply: URLSearchParams) => ({
  transactionId: readTransactionId(reply.get('transactionid')),
  text: reply.get('responsetext') ?? '',
});

export const readCode = (text: string | null | undefined): number | undefined =>
  text != null && /^\d{3}$/.test(text) ? Number(text) : undefined;

/** Returns null if the id is absent or malformed. The gateway sends 0 if it didn't process the request. */
export const readTransactionId = (text: string | null | undefined): string | null =>
  text != null && text !== '0' && /^[\w-]{1,64}$/.test(text) ? text : null;
