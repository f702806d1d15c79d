import type { Database } from '../database/database.ts';

/** An attempt whose opening got no response from the database. */
export interface LostOpening {
  readonly customerId: string;
  readonly attemptId: string;
  /** The ledger entry's transaction id, which distinguishes this opening from the attempt's other openings. */
  readonly transactionId: string;
}

export type LostOpenings = ReturnType<typeof createLostOpenings>;

/** How long the database may still commit if it hasn't noticed the lost connection, in ms. */
const lateCommitMs = 120_000;

/**
 * Tracks openings whose response was lost. If the database committed them, they look like sales that may have
 * reached the gateway, but this process knows that it sent none.
 * @param now a monotonic clock in milliseconds
 */
export const createLostOpenings = (database: Database, now = () => performance.now()) => {
  const lost = new Map<LostOpening, number>();
  return {
    note(opening: LostOpening): void {
      lost.set(opening, now());
    },

    /** Marks committed openings as unsent, so that their attempts may be sent again. */
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
