import { type Database, isStatementUndone } from '../database/database.ts';
import { refreshCredits } from './read-credits.ts';

const pageSize = 100;

/**
 * Books expired credits and holds of inactive customers. A failure for one account doesn't block the others.
 * @throws the first error
 */
export const expireCredits = async (database: Database): Promise<void> => {
  for (;;) {
    const due = await database.query<{ customerId: string }>(findDue, [pageSize]);
    await refreshAll(
      database,
      due.map(({ customerId }) => customerId),
    );
    if (due.length < pageSize) return;
  }
};

/** Books them together or, if the database refuses that, one by one. */
const refreshAll = async (database: Database, customerIds: readonly string[]): Promise<void> => {
  try {
    await refreshCredits(database, customerIds);
  } catch (error) {
    if (!isStatementUndone(error) || customerIds.length === 1) throw error;
    const failures: unknown[] = [];
    for (const customerId of customerIds)
      await refreshAll(database, [customerId]).catch((failure: unknown) => failures.push(failure));
    if (failures.length > 0) throw failures[0];
  }
};

/** In any order, so that accounts that can't be booked don't fill each page. */
const findDue = `
  select customer_id as "customerId" from accounts
  where credits_due_at <= store_now()
  order by random() limit $1`;
