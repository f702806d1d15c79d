import {
  approvedCode,
  gatewayRefusal,
  isDecline,
  isRefusal,
  rateLimit,
  readCode,
  readTransactionId,
} from './sale-reply.ts';

export interface ReversalRequest {
  /** A void reverses a whole sale before it settles. */
  readonly kind: 'refund' | 'void';
  /** The sale's transaction id. */
  readonly transactionId: string;
  readonly orderId: string;
  readonly amountCents: number;
}

export type ReversalOutcome =
  /** The refund's or the sale's transaction id. Null if the gateway gives none. */
  | { readonly kind: 'approved'; readonly transactionId: string | null }
  /** Nothing was refunded. `text` is for merchants. */
  | { readonly kind: 'refused'; readonly code: number; readonly text: string }
  /** Certainly not processed: the gateway was unreachable, or refused the request unread. */
  | { readonly kind: 'unsent'; readonly why: string }
  /** The money may be refunded. Only the gateway's records show it. */
  | { readonly kind: 'unknown'; readonly why: string };

/** Reads the `transact.php` response to a refund or a void. A "duplicate" response doesn't mean "not refunded". */
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
