import { createCustomerReader } from '../credits/read-credits.ts';
import type { Database } from '../database/database.ts';

/** An account's balance and totals. `spentCents` is in US cents. */
export interface Account {
  readonly balance: number;
  readonly spentCents: number;
  readonly creditsPurchased: number;
  readonly entries: number;
}

/** Reads an account. Returns undefined without a customer record. */
export type ReadAccount = (customerId: string) => Promise<Account | undefined>;

export const createAccountReader = (database: Database): ReadAccount =>
  createCustomerReader<Account>(database, findAccounts);

const findAccounts = `
  select customer_id as "customerId", balance, spent_cents as "spentCents",
    credits_purchased as "creditsPurchased", entries, credits_due_at <= store_now() as "isDue"
  from accounts
  where customer_id = any($1::text[])`;
