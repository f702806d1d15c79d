import { refreshCredits } from '../credits/read-credits.ts';
import { inBatches } from '../database/batches.ts';
import { type Database, isDatabaseUnavailable } from '../database/database.ts';

/** Money in US cents. */
export interface Account {
  readonly balance: number;
  readonly spentCents: number;
  readonly creditsPurchased: number;
  readonly entries: number;
}

/** Undefined without a customer record. */
export type ReadAccount = (customerId: string) => Promise<Account | undefined>;

interface AccountRow extends Account {
  readonly customerId: string;
  /** Whether there are expired credits that are not booked yet; null: they don't expire. */
  readonly isDue: boolean | null;
}

/**
 * Batches reads, because half of a read's cost is the round trip. First books expired credits. If a row
 * can't be read, reads each alone, so that other customers' reads don't fail.
 */
export const createAccountReader = (database: Database): ReadAccount =>
  inBatches(
    async (customerIds: readonly string[]) => {
      const read = () => database.query<AccountRow>(findAccounts, [customerIds]);
      let rows = await read();
      const due = rows.filter(({ isDue }) => isDue);
      if (due.length > 0) {
        await refreshCredits(
          database,
          due.map(({ customerId }) => customerId),
        );
        rows = await read();
      }
      const accounts = new Map(rows.map(({ customerId, isDue: _, ...account }) => [customerId, account]));
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
    credits_purchased as "creditsPurchased", entries, credits_due_at <= store_now() as "isDue"
  from accounts
  where customer_id = any($1::text[])`;
