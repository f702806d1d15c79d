import { inBatches } from './batches.ts';
import { type Database, isDatabaseUnavailable } from './database/database.ts';

/** What a customer's account says, in credits and US cents. */
export interface Account {
  readonly balance: number;
  readonly spentCents: number;
  readonly creditsPurchased: number;
  /** Of the ledger. */
  readonly entries: number;
}

/** Reads a customer's account as it is now; undefined without a customer record. */
export type ReadAccount = (customerId: string) => Promise<Account | undefined>;

/**
 * Accounts that are asked for at once are read by one statement: half of what a read costs is to send it and to wake the server.
 * If a row can't be read, each is read alone, so that one customer's row fails no one else.
 */
export const accountsIn = (database: Database): ReadAccount =>
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
