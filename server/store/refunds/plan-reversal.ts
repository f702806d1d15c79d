import type { CardGateway } from '../gateway/gateway.ts';
import type { RecordedOrder } from '../gateway/order.ts';
import type { RefundRequest } from './refund-requests.ts';

export interface ReversalPlan extends Pick<RefundRequest, 'kind' | 'amountCents' | 'referencesBefore'> {
  /** The sale's gateway transaction id. */
  readonly transactionId: string;
}

/** Plans a void for a whole sale that hasn't settled, otherwise a refund. @throws if the records can't be read */
export const planReversal = async (
  gateway: Pick<CardGateway, 'findTransaction'>,
  { charges: [charge], reversals: own }: Extract<RecordedOrder, { kind: 'charged' }>,
  saleCents: number,
  amountCents: number,
): Promise<ReversalPlan> => {
  const { transactionId } = charge;
  const reversals = [...charge.reversals, ...own];
  const isWhole = amountCents === saleCents && reversals.length === 0;
  const sale = isWhole ? await gateway.findTransaction(transactionId) : undefined;
  return {
    kind: sale?.condition === 'pendingsettlement' ? 'void' : 'refund',
    amountCents,
    transactionId,
    referencesBefore: reversals.map(({ reference }) => reference),
  };
};
