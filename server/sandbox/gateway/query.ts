import type { SaleRecord } from './sales-book.ts';

/**
 * The reply of `query.php`: one `<transaction>` per attempt, oldest first. No attempts answer an empty
 * `<nm_response>`, which the real gateway also does for a while after a sale.
 */
export function queryReply(sales: readonly SaleRecord[]): string {
  return document(sales.map(transactionElement).join(''));
}

/** The reply to a request that the gateway refuses to answer. */
export function queryRefusal(text: string): string {
  return document(`<error_response>${escapeXml(text)}</error_response>`);
}

const document = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<nm_response>${content}</nm_response>`;

function transactionElement(sale: SaleRecord): string {
  const approved = sale.outcome === 'approved';
  const action =
    element('amount', (sale.amountCents / 100).toFixed(2)) +
    element('action_type', 'sale') +
    element('success', approved ? '1' : '0') +
    element('response_text', sale.responseText) +
    element('response_code', String(sale.responseCode));
  return (
    '<transaction>' +
    element('transaction_id', sale.transactionId) +
    element('order_id', sale.orderId) +
    element('condition', approved ? 'pendingsettlement' : 'failed') +
    `<action>${action}</action></transaction>`
  );
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
