import type { Profile } from '#contract/account.ts';
import type { Queryable } from '../database/database.ts';
import { CliError } from './tools.ts';

export interface CustomerRecord extends Profile {
  readonly createdAt: Date;
  /** When an operator blocked purchases. Null: not blocked. */
  readonly blockedAt: Date | null;
  /** When personal data was last erased. */
  readonly erasedAt: Date | null;
  /** When the customer asked to delete the account. */
  readonly deletionRequestedAt: Date | null;
  readonly isDeletionOpen: boolean;
}

/** Finds a customer. @param given an email in any case, or a `sub` @throws {CliError} if unknown or ambiguous */
export const findCustomer = async (database: Queryable, given: string): Promise<CustomerRecord> => {
  const column = given.includes('@') ? 'lower(email) = lower($1)' : 'customer_id = $1';
  const found = await database.query<CustomerRecord>(
    `select customer_id as id, email, first_name as "firstName", last_name as "lastName", phone,
       created_at as "createdAt", blocked_at as "blockedAt", erased_at as "erasedAt",
       deletion_requested_at as "deletionRequestedAt", deletion_check_at is not null as "isDeletionOpen"
     from customers where ${column} order by created_at, customer_id limit 10`,
    [given],
  );
  const [customer, ...others] = found;
  if (customer === undefined) throw new CliError(`No customer has the email or id ${given}.`, 'not-found');
  if (others.length > 0)
    throw new CliError(
      `Several customers have this email. Use one of their ids instead: ${found.map(({ id }) => id).join(', ')}`,
    );
  return customer;
};

export const nameOf = ({ firstName, lastName }: CustomerRecord): string | null =>
  [firstName, lastName].filter((part) => part !== null).join(' ') || null;
