import { ownReversalsIn } from '../gateway/order.ts';
import type { RecordedTransaction } from '../gateway/records.ts';
import { openCase } from '../open-cases.ts';
import type { PaymentParts } from '../parts.ts';

/**
 * Leaves to a person what was given back in a transaction that names no order: amounts and cards may be alike, so a
 * program could only guess which purchase it belongs to. Opens one case for each, however often it is found.
 */
export const reportRefundWithoutOrder = async (
  parts: PaymentParts,
  transaction: RecordedTransaction,
): Promise<void> => {
  for (const { reference, transactionId, amountCents } of ownReversalsIn(transaction)) {
    await openCase(parts, {
      kind: 'refund-without-order',
      reference,
      customerId: null,
      attemptId: null,
      evidence: { transactionId, givenBackCents: amountCents, date: transaction.actions[0]?.date },
    });
  }
};
