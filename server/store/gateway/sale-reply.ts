/** What became of a request for a sale. */
export type SaleOutcome =
  | { readonly kind: 'approved'; readonly transactionId: string | null }
  /** Not charged, for good. `code` is the gateway's response code, `text` its words for merchants. */
  | {
      readonly kind: 'refused';
      readonly transactionId: string | null;
      readonly code: number;
      readonly text: string;
    }
  /** Surely not processed: the gateway was not reached, or turned the request away unread. It may be sent again. */
  | { readonly kind: 'unsent'; readonly why: string }
  /** The card may have been charged: only the gateway's own records show it. */
  | { readonly kind: 'unknown'; readonly why: string; readonly timedOut: boolean };

/** Codes at which the gateway turned the request away before it reached a processor: 301 is its rate limit. */
const notProcessedCodes = new Set([301]);

/** Codes at which the processor or the bank did not reply: what they did is not known. */
const unknownOutcomeCodes = new Set([420, 421]);

/**
 * Reads the form-encoded reply of `transact.php`: `response` (1 approved, 2 declined, 3 error), `response_code`,
 * `responsetext`, `transactionid`, `orderid`. A reply that does not say clearly what happened to this order is unknown.
 */
export const readSaleReply = (text: string, orderId: string): SaleOutcome => {
  const reply = new URLSearchParams(text);
  const unknown = (why: string): SaleOutcome => ({ kind: 'unknown', why, timedOut: false });

  const replyOrder = reply.get('orderid');
  if (replyOrder !== null && replyOrder !== '' && replyOrder !== orderId)
    return unknown('a reply about another order');

  const code = readCode(reply.get('response_code'));
  const transactionId = readTransactionId(reply.get('transactionid'));
  switch (reply.get('response')) {
    case '1':
      return { kind: 'approved', transactionId };
    case '2':
    case '3':
      if (code === undefined) return unknown('no response code');
      if (notProcessedCodes.has(code)) return { kind: 'unsent', why: `response code ${code}` };
      if (unknownOutcomeCodes.has(code)) return unknown(`response code ${code}`);
      return { kind: 'refused', transactionId, code, text: reply.get('responsetext') ?? '' };
    default:
      return unknown('an unreadable reply');
  }
};

/** A response code is three digits. */
export const readCode = (text: string | null | undefined): number | undefined =>
  text != null && /^\d{3}$/.test(text) ? Number(text) : undefined;

/** The gateway's transaction id, or null where it gives none that could be one. */
export const readTransactionId = (text: string | null | undefined): string | null =>
  text != null && /^[\w-]{1,64}$/.test(text) ? text : null;
