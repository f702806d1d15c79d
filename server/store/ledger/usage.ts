import {
  defaultUsageDays,
  maxUsageDays,
  maxUsageRows,
  type Usage,
  type UsageQuery,
} from '#contract/usage.ts';
import { callForRow, callFunction } from '../database/call-function.ts';
import type { Database, Queryable } from '../database/database.ts';
import { customerNotFound, storeError } from '../http/http-error.ts';

/**
 * Creates a reader of the credits that a customer used, by day or reference. Costs as much as the days and references in
 * the range. Doesn't book expired credits, because they aren't used.
 * @throws {HttpError} 404 without a customer record, 400 if the range is empty or has more than 366 days
 */
export const createUsageReader =
  (database: Database, maxRows = maxUsageRows) =>
  async (customerId: string, { from, to, by }: UsageQuery): Promise<Usage> => {
    const [account] = await database.query<{ today: string }>(findToday, [customerId]);
    if (account === undefined) throw customerNotFound();
    const last = to ?? account.today;
    const days = from === undefined ? defaultUsageDays : daysBetween(from, last) + 1;
    if (days < 1) throw storeError('invalid-request', 'from must not be after to.');
    if (days > maxUsageDays)
      throw storeError('invalid-request', `from and to must span at most ${maxUsageDays} days.`);
    const asked = { customer: customerId, to: last, days, by, limit: maxRows };
    const rows = await callFunction(database, 'read_usage', asked);
    return {
      rows: rows.map(({ label, credits, count }) =>
        by === 'day' ? { day: label ?? '', credits, count } : { reference: label, credits, count },
      ),
      credits: rows[0]?.total ?? 0,
    };
  };

/** Adds movements of queued customers to the sums. Each of at most 100 steps locks an account for about 10 ms. */
export const sumUsage = async (database: Queryable): Promise<void> => {
  for (let step = 0; step < 100; step += 1)
    if (!(await callForRow(database, 'sum_usage', { limit: 1_000 })).value) return;
};

/** UTC dates, which have no DST. */
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

const findToday = `
  select (store_now() at time zone 'America/Chicago')::date::text as today from accounts where customer_id = $1`;
