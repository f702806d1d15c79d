import { ownReversalsOf } from '../gateway/order.ts';
import type { RecordedTransaction } from '../gateway/records.ts';
import type { PaymentParts } from '../parts.ts';
import { openCase } from '../payments/open-cases.ts';

/**
 * Purchases can have the same amount and card, so a program could only guess which one it was. Opens one case
 * per refund.
 */
export const reportRefundWithoutOrder = async (
  parts: PaymentParts,
  transaction: RecordedTransaction,
): Promise<void> => {
  for (const { reference, transactionId, amountCents } of ownReversalsOf(transaction)) {
    await openCase(parts, {
      kind: 'refund-without-order',
      reference,
      customerId: null,
      attemptId: null,
      evidence: { transactionId, givenBackCents: amountCents, date: transaction.actions[0]?.date },
    });
  }
};
