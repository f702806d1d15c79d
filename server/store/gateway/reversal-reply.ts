import {
  approvedCode,
  gatewayRefusal,
  isDecline,
  isRefusal,
  rateLimit,
  readCode,
  readTransactionId,
} from './sale-reply.ts';

/** What is asked of the gateway, to give back what a sale charged. */
export interface ReversalRequest {
  /** A void takes a sale back as a whole, before it settles. */
  readonly kind: 'refund' | 'void';
  /** The sale's. */
  readonly transactionId: string;
  readonly orderId: string;
  readonly amountCents: number;
}

/** What became of a request for a refund or a void. */
export type ReversalOutcome =
  /** `transactionId` is the refund's own, or that of the sale; null where the gateway gives none. */
  | { readonly kind: 'approved'; readonly transactionId: string | null }
  /** Nothing was given back. `text` is the gateway's, for merchants. */
  | { readonly kind: 'refused'; readonly code: number; readonly text: string }
  /** Surely not processed: the gateway was not reached, or turned the request away unread. */
  | { readonly kind: 'unsent'; readonly why: string }
  /** The money may have been given back: only the gateway's own records show it. */
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * Reads the form-encoded reply of `transact.php` to a refund or a void. Only a refusal that is known to be one says that
 * nothing was given back: what looks like a repetition to the gateway may be one.
 */
export const readReversalReply = (text: string): ReversalOutcome => {
  const reply = new URLSearchParams(text);
  const code = readCode(reply.get('response_code'));
  const words = reply.get('responsetext') ?? '';
  const unknown: ReversalOutcome = { kind: 'unknown', why: `response code ${code ?? 'unreadable'}` };
  if (code === undefined) return unknown;
  switch (reply.get('response')) {
    case '1':
      return code === approvedCode
        ? { kind: 'approved', transactionId: readTransactionId(reply.get('transactionid')) }
        : unknown;
    case '2':
      return isDecline(code) ? { kind: 'refused', code, text: words } : unknown;
    case '3':
      if (code === rateLimit) return { kind: 'unsent', why: `response code ${code}` };
      return (code === gatewayRefusal || isRefusal(code)) && !/duplicate/i.test(words)
        ? { kind: 'refused', code, text: words }
        : unknown;
    default:
      return unknown;
  }
};
