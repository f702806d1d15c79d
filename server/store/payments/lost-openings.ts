import type { Database } from '../database/database.ts';

/** An attempt that was to be opened, when the database did not answer. */
export interface LostOpening {
  readonly customerId: string;
  readonly attemptId: string;
  /** The transaction's id that this opening would have given it: it tells this opening from those of others. */
  readonly transactionId: string;
}

export type LostOpenings = ReturnType<typeof lostOpeningsIn>;

/** For how long a lost opening may still be committed by a server that has not noticed that nobody listens any more. */
const lateCommitMs = 120_000;

/**
 * Openings whose answer was lost with the connection, as in the moment in which a primary dies. They may have been committed,
 * and then say that a sale may have reached the gateway; but whoever opened them never sent one, and knows it.
 *
 * @param now a monotonic time in milliseconds
 */
export const lostOpeningsIn = (database: Database, now = () => performance.now()) => {
  const lost = new Map<LostOpening, number>();
  return {
    note(opening: LostOpening): void {
      lost.set(opening, now());
    },

    /** Notes of those that were committed that their sale was not sent: the same attempt may be sent again. */
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
