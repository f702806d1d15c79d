import { inBatches } from './batches.ts';
import { type Database, isDatabaseUnavailable } from './database/database.ts';

/** Money in US cents. */
export interface Account {
  readonly balance: number;
  readonly spentCents: number;
  readonly creditsPurchased: number;
  readonly entries: number;
}

/** Undefined without a customer record. */
export type ReadAccount = (customerId: string) => Promise<Account | undefined>;

/**
 * Batches reads, because half of a read's cost is the round trip. If a row can't be read, reads each alone,
 * so that it fails no other customer.
 */
export const createAccountReader = (database: Database): ReadAccount =>
  inBatches(
    async (customerIds: readonly string[]) => {
      const rows = await database.query<Account & { customerId: string }>(findAccounts, [customerIds]);
      const accounts = new Map(rows.map(({ customerId, ...account }) => [customerId, account]));
      return customerIds.map((customerId) => accounts.get(customerId));
    },
    {
      keyOf: (customerId) => customerId,
      size: 64,
      concurrency: 4,
      isUndone: (error) => !isDatabaseUnavailable(error),
    },
  );

const findAccounts = `
  select customer_id as "customerId", balance, spent_cents as "spentCents",
    credits_purchased as "creditsPurchased", entries
  from accounts
  where customer_id = any($1::text[])`;
