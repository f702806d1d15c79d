import type { LateRecords } from './late-records.ts';
import type { Action, Transaction, TransactionHead } from './transaction.ts';
import type { TransactionLog } from './transaction-log.ts';

export interface RecorderParts {
  readonly log: TransactionLog;
  readonly late: LateRecords;
  /**
   * Called with what has happened once it is on the disk, whether the records show it yet or not. `orderId` is that of the
   * sale.
   */
  readonly announce: (transaction: Transaction, action: Action, orderId: string) => void;
}

/** Enters what happens into the log, late into the records where that is wanted, and has it announced. */
export type Recorder = ReturnType<typeof createRecorder>;

export const createRecorder = ({ log, late, announce }: RecorderParts) => {
  const orderOf = ({ orderId, refundOf }: TransactionHead) =>
    (refundOf === undefined ? undefined : log.find(refundOf)?.orderId) ?? orderId;

  const settled = async (transaction: Transaction, action: Action, written: Promise<void>): Promise<void> => {
    const orderId = orderOf(transaction);
    late.note(orderId, action);
    await written;
    announce(transaction, action, orderId);
  };

  return {
    /** Begins a transaction at once; `recorded` resolves when it is on the disk and announced. */
    begin(head: Omit<TransactionHead, 'transactionId'>, action: Action) {
      const { transaction, written } = log.begin(head, action);
      return { transaction, recorded: settled(transaction, action, written) };
    },
    /** Adds to a transaction at once; resolves when that is on the disk and announced. */
    add: (transaction: Transaction, action: Action): Promise<void> =>
      settled(transaction, action, log.add(transaction, action)),
  };
};
