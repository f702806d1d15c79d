import type { SpendingLimit } from '#contract/spending-limit.ts';
import { callForRow } from '../database/call-function.ts';
import type { Database } from '../database/database.ts';
import { customerNotFound, storeError } from '../http/http-error.ts';
import type { Caller } from '../identity/authentication.ts';
import { createCustomerReader, isCreditDue } from './read-credits.ts';

/** Creates the API for customers' spending limits. All calls are safe to repeat. */
export const createSpendingLimits = (database: Database) => {
  const find = createCustomerReader<SpendingLimit>(database, findLimits);
  /** Returns a customer's limit, and this month's use. @throws {HttpError} 404 without a customer record */
  const read = async (customerId: string): Promise<SpendingLimit> => {
    const limit = await find(customerId);
    if (limit === undefined) throw customerNotFound();
    return limit;
  };

  return {
    read,

    /** @param credits the credits per month; null removes the limit @throws {HttpError} if nothing was changed */
    async save({ customerId, authenticatedAt }: Caller, credits: number | null): Promise<SpendingLimit> {
      const asked = { customer: customerId, credits, signed_in_at: authenticatedAt };
      const { value: outcome } = await callForRow(database, 'save_spending_limit', asked);
      if (outcome === 'sign-in-needed')
        throw storeError(
          'recent-sign-in-required',
          'Please sign in again to raise or remove your spending limit. Nothing was changed.',
        );
      return read(customerId);
    },
  };
};

const findLimits = `
  select described.*, customer_id as "customerId", ${isCreditDue} as "isDue"
  from accounts cross join lateral describe_limit(accounts.customer_id) described
  where customer_id = any($1::text[])`;
