import type { Database } from '../database/database.ts';

/** An attempt whose opening got no response from the database. */
export interface LostOpening {
  readonly customerId: string;
  readonly attemptId: string;
  /** The ledger entry's transaction id, or a card check's card id. It distinguishes the attempt's openings. */
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
  from unnest($1::text[], $2::uuid[], $3::uuid[]) lost (customer_id, attempt_id, transaction_id)
  where attempts.customer_id = lost.customer_id and attempts.attempt_id = lost.attempt_id
    and attempts.state = 'sending' and attempts.times_sent = 1
    and lost.transaction_id in (
      select transaction_id from transactions
      where customer_id = attempts.customer_id and position = attempts.position
      union all
      select card_id from cards
      where customer_id = attempts.customer_id and attempt_id = attempts.attempt_id and attempts.position is null
    )`;
