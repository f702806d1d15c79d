import type { SpendingLimit } from '#contract/spending-limit.ts';
import { callForRow } from '../database/call-function.ts';
import type { Database } from '../database/database.ts';
import { customerNotFound, storeError } from '../http/http-error.ts';
import type { Caller } from '../identity/authentication.ts';
import { isCreditDue, readCurrent } from './read-credits.ts';

interface LimitRow {
  readonly customerId: string;
  readonly isDue: boolean;
  readonly limit: SpendingLimit;
}

/** Creates the API for customers' spending limits. All calls are safe to repeat. */
export const createSpendingLimits = (database: Database) => {
  /** Returns a customer's limit, and this month's use. @throws {HttpError} 404 without a customer record */
  const read = async (customerId: string): Promise<SpendingLimit> => {
    const [row] = await readCurrent<LimitRow>(database, findLimit, [customerId]);
    if (row === undefined) throw customerNotFound();
    return row.limit;
  };

  return {
    read,

    /** @param credits the credits per month; null removes the limit @throws {HttpError} if nothing was changed */
    async save(
      { customerId, authenticatedAt }: Pick<Caller, 'customerId' | 'authenticatedAt'>,
      credits: number | null,
    ): Promise<SpendingLimit> {
      const asked = { customer: customerId, credits, signed_in_at: authenticatedAt };
      const { value: outcome } = await callForRow(database, 'save_spending_limit', asked);
      if (outcome === 'unknown-customer') throw customerNotFound();
      if (outcome === 'sign-in-needed')
        throw storeError(
          'recent-sign-in-required',
          'Please sign in again to raise or remove your spending limit. Nothing was changed.',
        );
      return read(customerId);
    },
  };
};

const findLimit = `
  select to_json(describe_limit(accounts)) as "limit", customer_id as "customerId", ${isCreditDue} as "isDue"
  from accounts where customer_id = $1`;
