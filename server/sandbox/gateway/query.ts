import type { RefundRecord, SaleRecord } from './transaction-log.ts';

/**
 * The reply of `query.php`: one `<transaction>` per attempt, oldest first, its refund being one more `<action>` with a
 * negative amount. No attempts answer an empty `<nm_response>`, which the real gateway also does for a while after a sale.
 */
export function queryReply(
  sales: readonly SaleRecord[],
  findRefund: (transactionId: string) => RefundRecord | undefined,
): string {
  return document(sales.map((sale) => transactionElement(sale, findRefund(sale.transactionId))).join(''));
}

/** The reply to a request that the gateway refuses to answer. */
export function queryRefusal(text: string): string {
  return document(`<error_response>${escapeXml(text)}</error_response>`);
}

const document = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<nm_response>${content}</nm_response>`;

function transactionElement(sale: SaleRecord, refund: RefundRecord | undefined): string {
  const approved = sale.outcome === 'approved';
  const charged = actionElement('sale', sale.amountCents, approved, sale.responseText, sale.responseCode);
  const returned = refund && actionElement('refund', -sale.amountCents, true, 'SUCCESS', 100);
  return (
    '<transaction>' +
    element('transaction_id', sale.transactionId) +
    element('order_id', sale.orderId) +
    element('condition', conditionOf(approved, returned !== undefined)) +
    `${charged}${returned ?? ''}</transaction>`
  );
}

/** Only what has settled is refunded. */
function conditionOf(isApproved: boolean, isRefunded: boolean): string {
  if (!isApproved) return 'failed';
  return isRefunded ? 'complete' : 'pendingsettlement';
}

function actionElement(
  type: 'sale' | 'refund',
  cents: number,
  isSuccess: boolean,
  text: string,
  code: number,
): string {
  const content =
    element('amount', (cents / 100).toFixed(2)) +
    element('action_type', type) +
    element('success', isSuccess ? '1' : '0') +
    element('response_text', text) +
    element('response_code', String(code));
  return `<action>${content}</action>`;
}

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes markup and drops what XML 1.0 cannot carry. */
function escapeXml(text: string): string {
  return (
    text
      .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML forbids
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  );
}
