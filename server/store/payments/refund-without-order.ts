import { ownReversalsOf } from '../gateway/order.ts';
import type { RecordedTransaction } from '../gateway/records.ts';
import { openCase } from '../open-cases.ts';
import type { PaymentParts } from '../parts.ts';

/** Amounts and cards may be alike, so a program could only guess the purchase. Opens one case per refund. */
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
