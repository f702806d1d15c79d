import { newTransactionId } from '../records/transaction.ts';
import type { ProcessorResponse } from '../test-cards.ts';

export type RequestType = 'sale' | 'validate' | 'refund' | 'void';
/** The request type that a response names; empty for a request that only changes the vault. */
type RepliedType = RequestType | '';

const emptyReply = {
  /** 1 for approved, 2 for declined, 3 for error. */
  response: '',
  responsetext: '',
  /** The authorization code; empty unless approved. */
  authcode: '',
  /** The transaction id; empty if no card was charged or tried. */
  transactionid: '',
  avsresponse: '',
  cvvresponse: '',
  /** The request's order id; empty on refunds and voids without one (AM, OMNI). */
  orderid: '',
  type: 'sale',
  response_code: '',
};

/** Fields that only a partial approval has (VD). */
interface PartialApproval {
  /** The authorized amount in dollars, less than the requested amount. */
  readonly amount_authorized: string;
  readonly partial_payment_id: string;
  /** The remaining amount in dollars. */
  readonly partial_payment_balance: string;
}

/** Fields that only responses about saved cards have (VD). */
interface SavedCard {
  readonly customer_vault_id: string;
  /** Whether the processor supports stored credentials: `stored`, or `used` if not. */
  readonly cof_supported: 'stored' | 'used';
}

/** The response's fields (VD), in the gateway's names and formats. The route form-encodes them. */
export type TransactReply = Readonly<typeof emptyReply> & Partial<PartialApproval & SavedCard>;

export const transactReply = (
  { response, code, text }: ProcessorResponse,
  fields: Partial<TransactReply>,
): TransactReply => ({
  ...emptyReply,
  response: String(response),
  responsetext: text,
  response_code: String(code),
  ...fields,
});

/** Returns a refusal by the gateway itself, with the reference that its support would ask for (AM, OMNI). */
export const refusal = (
  text: string,
  {
    orderId = '',
    type = 'sale' as RepliedType,
    reference = newTransactionId(),
    response = 3 as ProcessorResponse['response'],
    code = 300,
  } = {},
): TransactReply =>
  transactReply({ response, code, text: `${text} REFID:${reference}` }, { orderid: orderId, type });

/** Converts dollars (`25`, `25.0` or `25.00`) to cents. Returns undefined if invalid, zero or above 9,999,999.99. */
export const parseAmount = (text: string): number | undefined => {
  const [, dollars, fraction = ''] = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (dollars === undefined) return undefined;
  const cents = Number(dollars) * 100 + Number(fraction.padEnd(2, '0'));
  return cents > 0 ? cents : undefined;
};

/** Converts US cents to the gateway's dollars: 2500 → `25.00`, -50 → `-0.50`. */
export const decimalAmount = (cents: number): string => (cents / 100).toFixed(2);
