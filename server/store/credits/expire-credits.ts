import { type Database, isStatementUndone } from '../database/database.ts';
import { refreshCredits } from './read-credits.ts';

const pageSize = 100;

/**
 * Books expired credits and holds of customers who are not active. An account that can't be booked doesn't keep others from it.
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

/** Together. If the database refuses that, each alone. */
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
