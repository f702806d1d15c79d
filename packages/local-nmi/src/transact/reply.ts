import { newTransactionId } from '../records/transaction.ts';
import type { ProcessorResponse } from '../test-cards.ts';

export type RequestType = 'sale' | 'validate' | 'refund' | 'void';
/** Empty for a request that only changes the vault. */
type RepliedType = RequestType | '';

const emptyReply = {
  /** 1 approved, 2 declined, 3 error. */
  response: '',
  responsetext: '',
  /** Empty unless approved. */
  authcode: '',
  /** Empty when no card was charged or tried. */
  transactionid: '',
  avsresponse: '',
  cvvresponse: '',
  /** The request's order id; empty on refunds and voids without one (AM, OMNI). */
  orderid: '',
  type: 'sale',
  response_code: '',
};

/** Only a partial approval has these fields (VD). */
interface PartialApproval {
  /** Dollars, less than the amount. */
  readonly amount_authorized: string;
  readonly partial_payment_id: string;
  /** Dollars that remain to be paid. */
  readonly partial_payment_balance: string;
}

/** Only requests about saved cards have these fields (VD). */
interface SavedCard {
  readonly customer_vault_id: string;
  /** Whether the processor supports stored credentials: `stored`, or `used` if not. */
  readonly cof_supported: 'stored' | 'used';
}

/** The reply's fields (VD), in the gateway's names and formats; the route form-encodes them. */
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

/** A refusal by the gateway itself, with the reference that its support would ask for (AM, OMNI). */
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

/** Dollars as `25`, `25.0` or `25.00` → cents; at most 9,999,999.99 and more than zero. */
export const parseAmount = (text: string): number | undefined => {
  const [, dollars, fraction = ''] = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (dollars === undefined) return undefined;
  const cents = Number(dollars) * 100 + Number(fraction.padEnd(2, '0'));
  return cents > 0 ? cents : undefined;
};

/** US cents → the gateway's dollars: 2500 → `25.00`, -50 → `-0.50`. */
export const decimalAmount = (cents: number): string => (cents / 100).toFixed(2);
