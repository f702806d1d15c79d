import { type Action, isApprovedSale, saleActionOf, type Transaction } from './transaction.ts';
import type { TransactionLog } from './transaction-log.ts';

/**
 * Returns how many US cents of a sale were reversed, by refunds (actions or separate transactions) or a void, but not by
 * a bank's returns. `wholeAt` is when the whole sale was reversed (ISO 8601, UTC).
 */
export const reversedOf = (
  log: Pick<TransactionLog, 'findRefundsOf'>,
  sale: Transaction,
): { readonly cents: number; readonly wholeAt?: string | undefined } => {
  const charged = saleActionOf(sale)?.amountCents ?? 0;
  const [voided] = successesOf(sale, 'void');
  if (voided !== undefined) return { cents: charged, wholeAt: voided.at };
  const own = log.findRefundsOf(sale).filter((refund) => successesOf(refund, 'void').length === 0);
  const refunds = [sale, ...own].flatMap((one) => successesOf(one, 'refund'));
  const cents = refunds.reduce((sum, { amountCents }) => sum + Math.abs(amountCents), 0);
  const times = refunds.map(({ at }) => at).sort();
  return { cents, wholeAt: cents >= charged ? times.at(-1) : undefined };
};

const successesOf = ({ actions }: Transaction, wanted: Action['type']): readonly Action[] =>
  actions.filter(({ type, success }) => type === wanted && success);

/**
 * A sale as the console shows it. `amountCents` is the charge, or the request if nothing was charged; `requestedCents`
 * is set if less was charged. `refundedCents` counts refunds or a void; `refundedAt` (ISO 8601) is set if all is
 * refunded.
 */
export type Sale = ReturnType<typeof listSales>[number];

/** Lists every sale that reached a card, newest first. */
export const listSales = (log: Pick<TransactionLog, 'findRefundsOf' | 'list'>) =>
  log
    .list()
    .flatMap((transaction) => {
      const sale = saleActionOf(transaction);
      if (sale === undefined) return [];
      const { orderId, token, transactionId } = transaction;
      const { cents, wholeAt } = isApprovedSale(transaction) ? reversedOf(log, transaction) : { cents: 0 };
      return {
        orderId,
        amountCents: sale.amountCents,
        outcome: outcomeOf(sale),
        token,
        at: sale.at,
        transactionId,
        ...(sale.requestedCents !== undefined && { requestedCents: sale.requestedCents }),
        ...(cents > 0 && { refundedCents: cents }),
        ...(wholeAt !== undefined && { refundedAt: wholeAt }),
      };
    })
    .reverse();

const outcomeOf = ({ success, code }: Action) => {
  if (success) return 'approved' as const;
  return code < 300 ? ('declined' as const) : ('error' as const);
};
