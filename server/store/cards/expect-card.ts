import type { Queryable } from '../database/database.ts';

/** The attempt's sale was approved, so the next run of the job asks the gateway for the card that it may have saved. */
export const expectCard = async (
  database: Queryable,
  { customerId, attemptId }: { readonly customerId: string; readonly attemptId: string },
): Promise<void> => {
  await database.query(
    `update cards set check_at = store_now() where customer_id = $1 and attempt_id = $2 and state = 'saving'`,
    [customerId, attemptId],
  );
};
