import { XMLBuilder } from 'fast-xml-parser';
import type { RefundRecord, SaleRecord } from './transaction-log.ts';

/**
 * The reply of `query.php`: one `<transaction>` per attempt, oldest first, its refund being one more `<action>` with a
 * negative amount. Without attempts it is an empty `<nm_response>`, which the real gateway also does for a while after a sale.
 */
export const queryReply = (
  sales: readonly SaleRecord[],
  findRefund: (transactionId: string) => RefundRecord | undefined,
): string =>
  toDocument({ transaction: sales.map((sale) => transactionElement(sale, findRefund(sale.transactionId))) });

/** The reply to a request that the gateway refuses. */
export const queryRefusal = (text: string): string => toDocument({ error_response: text });

const builder = new XMLBuilder({
  // XML 1.0 cannot carry these characters, not even escaped.
  tagValueProcessor: (_name, value) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML forbids
    String(value).replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''),
});

const toDocument = (content: object): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ nm_response: content })}`;

const transactionElement = (sale: SaleRecord, refund: RefundRecord | undefined): object => {
  const isApproved = sale.outcome === 'approved';
  const charge = actionElement('sale', sale.amountCents, isApproved, sale.responseText, sale.responseCode);
  return {
    transaction_id: sale.transactionId,
    order_id: sale.orderId,
    condition: conditionOf(isApproved, refund !== undefined),
    action:
      refund === undefined
        ? charge
        : [charge, actionElement('refund', -sale.amountCents, true, 'SUCCESS', 100)],
  };
};

/** Only what has settled is refunded. */
const conditionOf = (isApproved: boolean, isRefunded: boolean): string => {
  if (!isApproved) return 'failed';
  return isRefunded ? 'complete' : 'pendingsettlement';
};

const actionElement = (
  action_type: 'sale' | 'refund',
  cents: number,
  isSuccess: boolean,
  response_text: string,
  response_code: number,
): object => ({
  amount: (cents / 100).toFixed(2),
  action_type,
  success: isSuccess ? '1' : '0',
  response_text,
  response_code,
});
