import { centsOf } from '../money.ts';
import { type CardCheck, failedCheckOf } from './card-checks.ts';

/** What became of a request for a sale. */
export type SaleOutcome =
  | { readonly kind: 'approved'; readonly transactionId: string }
  /** The card was charged, but less than the amount: only with the whole amount there is a purchase. */
  | { readonly kind: 'partly-approved'; readonly transactionId: string; readonly chargedCents: number }
  /** Not charged, for good. `code` is the gateway's response code, `text` its words for merchants. */
  | {
      readonly kind: 'refused';
      readonly transactionId: string | null;
      readonly code: number;
      readonly text: string;
    }
  /**
   * Not charged by this request, as the gateway did not let it through: its token was used, or it looks like one that was
   * just made. An earlier request for the same order may have charged the card.
   */
  | {
      readonly kind: 'turned-down';
      readonly transactionId: string | null;
      readonly code: number;
      readonly text: string;
      /** Set where one of the merchant's rules refused the card. */
      readonly failedCheck?: CardCheck | undefined;
    }
  /** The gateway answered without an end of it: the card may have been charged. */
  | { readonly kind: 'undecided'; readonly code: number }
  /** Surely not processed: the gateway was not reached, or turned the request away unread. It may be sent again. */
  | { readonly kind: 'unsent'; readonly why: string }
  /** The card may have been charged: only the gateway's own records show it. */
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
/** The merchant's account is not set up for sales. */
export const notSetUpCodes: ReadonlySet<number> = new Set([410, 411, 460]);
/** Declines by the processor and errors in the card's data, as the gateway lists them. */
export const isDecline = (code: number): boolean =>
  [
    [200, 204],
    [220, 226],
    [240, 240],
    [250, 253],
    [260, 264],
  ].some(([first = 0, last = 0]) => code >= first && code <= last);

const cardTypeNotSupported = 461;
/** Codes of an error that surely charges nothing. */
export const isRefusal = (code: number): boolean =>
  isDecline(code) || code === cardTypeNotSupported || notSetUpCodes.has(code);

const unknown = (why: string): SaleOutcome => ({ kind: 'unknown', why, timedOut: false });

/**
 * Reads the form-encoded reply of `transact.php` (NMI, "Direct Post"): `response` (1 approved, 2 declined, 3 error),
 * `response_code`, `responsetext`, `transactionid`, `orderid`, `amount_authorized`. A reply that does not say clearly
 * what happened to this order is unknown: nobody is asked to pay again for it.
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
  // The processor or the bank did not answer, or not in time: what they did is not known.
  return { kind: 'undecided', code };
};

const detailsOf = (reply: URLSearchParams) => ({
  transactionId: readTransactionId(reply.get('transactionid')),
  text: reply.get('responsetext') ?? '',
});

/** A response code is three digits. */
export const readCode = (text: string | null | undefined): number | undefined =>
  text != null && /^\d{3}$/.test(text) ? Number(text) : undefined;

/** The gateway's transaction id, or null where it gives none that could be one: 0 where it refused by itself. */
export const readTransactionId = (text: string | null | undefined): string | null =>
  text != null && text !== '0' && /^[\w-]{1,64}$/.test(text) ? text : null;
