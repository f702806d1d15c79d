import { newTransactionId } from '../records/transaction.ts';

export type RequestType = 'sale' | 'validate' | 'refund' | 'void';

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
  /** That of the request; empty on refunds and voids that name none (AM, OMNI). */
  orderid: '',
  type: 'sale',
  response_code: '',
};

/** The fields that only a partial approval brings (VD). */
interface PartialApproval {
  /** Dollars, less than the amount. */
  readonly amount_authorized: string;
  readonly partial_payment_id: string;
  /** Dollars that are still to be paid. */
  readonly partial_payment_balance: string;
}

/** The reply's fields (VD), in the gateway's names and as it writes them; the route form-encodes them. */
export type TransactReply = Readonly<typeof emptyReply> & Partial<PartialApproval>;

/** A reply with these fields; the others are empty. */
export const transactReply = (fields: Partial<TransactReply>): TransactReply => ({
  ...emptyReply,
  ...fields,
});

/** A refusal by the gateway itself, response 3 and code 300 unless told, with the reference that its support would ask for (AM, OMNI). */
export const refusal = (
  text: string,
  {
    orderId = '',
    type = 'sale' as RequestType,
    reference = newTransactionId(),
    response = 3,
    code = 300,
  } = {},
): TransactReply =>
  transactReply({
    response: String(response),
    responsetext: `${text} REFID:${reference}`,
    orderid: orderId,
    type,
    response_code: String(code),
  });
