import { newTransactionId } from './transaction-log.ts';

export type TransactionType = 'sale' | 'refund';

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
  orderid: '',
  type: 'sale',
  response_code: '',
};

/** The reply's fields, in the gateway's names and as it writes them; the route form-encodes them. */
export type TransactReply = Readonly<typeof emptyReply>;

/** A reply with these fields; the others are empty. */
export const transactReply = (fields: Partial<TransactReply>): TransactReply => ({
  ...emptyReply,
  ...fields,
});

/** A refusal by the gateway itself (response 3, code 300), with the reference that its support would ask for. */
export const refusal = (
  text: string,
  orderid = '',
  type: TransactionType = 'sale',
  reference = newTransactionId(),
): TransactReply =>
  transactReply({
    response: '3',
    responsetext: `${text} REFID:${reference}`,
    orderid,
    type,
    response_code: '300',
  });

/** Dollars as `25`, `25.0` or `25.00` → cents; at most 9,999,999.99 and more than nothing. */
export const parseAmount = (text: string): number | undefined => {
  const [, dollars, fraction = ''] = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (dollars === undefined) return undefined;
  const cents = Number(dollars) * 100 + Number(fraction.padEnd(2, '0'));
  return cents > 0 ? cents : undefined;
};
