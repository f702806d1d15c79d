import { ownReversalsOf } from '../gateway/order.ts';
import type { RecordedTransaction } from '../gateway/records.ts';
import type { PaymentParts } from '../parts.ts';
import { openCase } from '../payments/open-cases.ts';

/**
 * Opens a case for each refund without an order. Several purchases can have the same amount and card, so a
 * program could only guess which one was refunded.
 */
export const reportRefundWithoutOrder = async (
  parts: PaymentParts,
  transaction: RecordedTransaction,
): Promise<void> => {
  for (const { reference, transactionId, amountCents } of ownReversalsOf(transaction)) {
    await openCase(parts, {
      kind: 'refund-without-order',
      reference,
      evidence: { transactionId, givenBackCents: amountCents, date: transaction.actions[0]?.date },
    });
  }
};
