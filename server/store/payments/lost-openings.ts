import type { Database } from '../database/database.ts';

/** An attempt whose opening got no answer from the database. */
export interface LostOpening {
  readonly customerId: string;
  readonly attemptId: string;
  /** The transaction id of this opening, which distinguishes it from the attempt's other openings. */
  readonly transactionId: string;
}

export type LostOpenings = ReturnType<typeof createLostOpenings>;

/** A server that has not noticed the lost connection may still commit within this time. */
const lateCommitMs = 120_000;

/**
 * Openings whose answer was lost. If they were committed, they look like a sale that may have reached the
 * gateway, but this process knows that it sent none.
 * @param now a monotonic time in milliseconds
 */
export const createLostOpenings = (database: Database, now = () => performance.now()) => {
  const lost = new Map<LostOpening, number>();
  return {
    note(opening: LostOpening): void {
      lost.set(opening, now());
    },

    /** Marks the committed openings as unsent, so that the same attempt may be sent again. */
    async release(): Promise<void> {
      const looked = [...lost];
      if (looked.length === 0) return;
      const openings = looked.map(([opening]) => opening);
      await database.query(markUnsent, [
        openings.map(({ customerId }) => customerId),
        openings.map(({ attemptId }) => attemptId),
        openings.map(({ transactionId }) => transactionId),
      ]);
      for (const [opening, at] of looked) if (now() - at > lateCommitMs) lost.delete(opening);
    },
  };
};

const markUnsent = `
  update purchase_attempts attempts set state = 'unsent'
  from unnest($1::text[], $2::uuid[], $3::uuid[]) lost (customer_id, attempt_id, transaction_id),
    transactions entries
  where attempts.customer_id = lost.customer_id and attempts.attempt_id = lost.attempt_id
    and attempts.state = 'sending' and attempts.times_sent = 1
    and entries.customer_id = attempts.customer_id and entries.position = attempts.position
    and entries.transaction_id = lost.transaction_id`;
