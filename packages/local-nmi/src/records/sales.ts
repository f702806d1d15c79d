import { type Action, isApprovedSale, saleActionOf, type Transaction } from './transaction.ts';
import type { TransactionLog } from './transaction-log.ts';

type Refunds = Pick<TransactionLog, 'findRefundsOf'>;

export interface Reversed {
  /** US cents. */
  readonly cents: number;
  /** The time of a whole reversal: an ISO 8601 instant, UTC. */
  readonly wholeAt: string | undefined;
}

/** Refunds in either shape, or a void. A bank's returns don't count. */
export const reversedOf = (log: Refunds, sale: Transaction): Reversed => {
  const charged = saleActionOf(sale)?.amountCents ?? 0;
  const isRefund = ({ type, success }: Action) => type === 'refund' && success;
  const own = log.findRefundsOf(sale).filter((refund) => !hasVoid(refund));
  const refunds = [sale, ...own].flatMap(({ actions }) => actions.filter(isRefund));
  const voided = sale.actions.find(({ type, success }) => type === 'void' && success);
  const refunded = refunds.reduce((sum, { amountCents }) => sum + Math.abs(amountCents), 0);
  const cents = voided === undefined ? refunded : charged;
  const last =
    voided?.at ??
    refunds
      .map(({ at }) => at)
      .sort()
      .at(-1);
  return { cents, wholeAt: cents >= charged ? last : undefined };
};

/**
 * A sale as the console shows it. `amountCents` is the charge, or the request if nothing was charged; `requestedCents` the
 * request if less was charged. `refundedCents` counts refunds or a void, `refundedAt` (ISO 8601, UTC) is a whole one's time.
 */
export type Sale = ReturnType<typeof listSales>[number];

/** Every sale that reached a card, newest first. */
export const listSales = (log: Refunds & Pick<TransactionLog, 'list'>) =>
  log
    .list()
    .flatMap((transaction) => {
      const sale = saleActionOf(transaction);
      return sale === undefined ? [] : [describeSale(log, transaction, sale)];
    })
    .reverse();

const describeSale = (log: Refunds, transaction: Transaction, sale: Action) => {
  const { orderId, token, transactionId } = transaction;
  const { cents, wholeAt } = isApprovedSale(transaction)
    ? reversedOf(log, transaction)
    : { cents: 0, wholeAt: undefined };
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
};

const hasVoid = ({ actions }: Transaction): boolean =>
  actions.some(({ type, success }) => type === 'void' && success);

const outcomeOf = ({ success, code }: Action) => {
  if (success) return 'approved' as const;
  return code < 300 ? ('declined' as const) : ('error' as const);
};
