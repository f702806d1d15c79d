import { type Database, isStatementUndone } from '../database/database.ts';
import { refreshCredits } from './read-credits.ts';

const pageSize = 100;
/** Stops the run after this many failed accounts, because something else is probably wrong. */
const maxFailures = 1_000;

/**
 * Books expired credits and holds of inactive customers. One account's failure doesn't block the others.
 * @throws the first error
 */
export const expireCredits = async (database: Database): Promise<void> => {
  const failures = new Map<string, unknown>();
  for (;;) {
    const due = await database.query<{ customerId: string }>(findDue, [pageSize, [...failures.keys()]]);
    const customerIds = due.map(({ customerId }) => customerId);
    await refreshAll(database, customerIds, failures);
    if (due.length < pageSize || failures.size >= maxFailures) break;
  }
  for (const error of failures.values()) throw error;
};

/** Books all customers' expired credits in one call. If the database refuses the call, books them one by one. */
const refreshAll = async (
  database: Database,
  customerIds: readonly string[],
  failures: Map<string, unknown>,
): Promise<void> => {
  try {
    await refreshCredits(database, customerIds);
  } catch (error) {
    if (!isStatementUndone(error)) throw error;
    const [customerId = '', ...others] = customerIds;
    if (others.length === 0) failures.set(customerId, error);
    else for (const one of customerIds) await refreshAll(database, [one], failures);
  }
};

/** The subquery lets PostgreSQL use the index. Otherwise it would call the volatile function for each row. */
const findDue = `
  select customer_id as "customerId" from accounts
  where credits_due_at <= (select store_now()) and customer_id <> all($2::text[])
  order by credits_due_at limit $1`;
