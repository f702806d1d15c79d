import { parseAmount, refusal, type TransactReply, transactReply } from './transact-reply.ts';
import type { SaleRecord, TransactionLog } from './transaction-log.ts';

export interface RefundParts {
  readonly sales: TransactionLog;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Called with each refund once it is on the disk. */
  readonly onRefund: (sale: SaleRecord, refundId: string) => void;
}

/**
 * Runs one `transact.php` request of type refund: gives an approved sale back, in full and once. `amount` may be left
 * out, and means the whole sale then.
 */
export const refund = async (parts: RefundParts, request: URLSearchParams): Promise<TransactReply> => {
  const { sales, clock, onRefund } = parts;
  const sale = sales.findSale(request.get('transactionid') ?? '');
  if (sale?.outcome !== 'approved') return refusal('Transaction not found', '', 'refund');
  const refuse = (text: string) => refusal(text, sale.orderId, 'refund');
  if (sales.findRefund(sale.transactionId) !== undefined)
    return refuse('Refund amount may not exceed the transaction balance');
  const amount = request.get('amount') ?? '';
  if (amount !== '' && parseAmount(amount) !== sale.amountCents)
    return refuse('Only the whole amount can be refunded');

  const { transactionId, written } = sales.recordRefund(sale, new Date(clock()).toISOString());
  await written;
  onRefund(sale, transactionId);
  return transactReply({
    response: '1',
    responsetext: 'SUCCESS',
    transactionid: transactionId,
    orderid: sale.orderId,
    type: 'refund',
    response_code: '100',
  });
};
