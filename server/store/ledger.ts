import type { Balance } from '#contract/account.ts';
import type { TransactionStatus } from '#contract/history-query.ts';
import type { HistoryQuery } from '#contract/history-query-schema.ts';
import type { History, Summary, Transaction } from '#contract/transactions.ts';
import type { Database } from './database/database.ts';
import { displayCents } from './money.ts';
import { customerNotFound } from './refusals.ts';

/** The credits that a customer has. @throws Refusal 404 without a customer record, as do the other reads */
export const readBalance = async (database: Database, customerId: string): Promise<Balance> => {
  const { balance } = await readAccount(database, customerId);
  return { balance };
};

/** Sums over the completed transactions, and the number of all. */
export const readSummary = async (database: Database, customerId: string): Promise<Summary> => {
  const account = await readAccount(database, customerId);
  return {
    total_spent_display: displayCents(account.spent_cents),
    total_transactions: account.entries,
    total_credits_purchased: account.credits_purchased,
    current_balance: account.balance,
  };
};

/** One page, newest first. A page past the end is empty. Costs the same at any depth. */
export const readHistory = async (
  database: Database,
  customerId: string,
  { page, limit, status }: HistoryQuery,
): Promise<History> => {
  const newer = (page - 1) * limit;
  const rows =
    status === undefined
      ? await database.query<HistoryRow>(pageOfAll, [customerId, newer, limit])
      : await database.query<HistoryRow>(pageOfStatus, [customerId, newer, limit, status]);
  const [first] = rows;
  if (first === undefined) throw customerNotFound();
  return {
    // An empty page comes as one row with the total alone.
    transactions: first.transaction_id === null ? [] : rows.map(toTransaction),
    pagination: { total_pages: Math.ceil(first.total / limit), total_items: first.total },
  };
};

const readAccount = async (database: Database, customerId: string) => {
  const [account] = await database.query<{
    balance: number;
    spent_cents: number;
    credits_purchased: number;
    entries: number;
  }>('select balance, spent_cents, credits_purchased, entries from accounts where customer_id = $1', [
    customerId,
  ]);
  if (account === undefined) throw customerNotFound();
  return account;
};

/** Positions have no gaps, so the page's own positions follow from how many entries ($2) are newer than it. */
const pageOfAll = `
  select accounts.entries as total, page.*
  from accounts
  left join transactions page
    on page.customer_id = accounts.customer_id
    and page.position <= accounts.entries - $2::bigint
    and page.position > accounts.entries - $2::bigint - $3::bigint
  where accounts.customer_id = $1
  order by page.position desc`;

/** The page begins in the newest block up to which more than $2 entries of the status are counted. */
const pageOfStatus = `
  with blocks as (
    select block, entries, sum(entries) over (order by block desc)::bigint as reach
    from ledger_blocks
    where customer_id = $1 and status = $4
  ),
  first_block as (
    select block, reach - entries as newer from blocks where reach > $2::bigint order by block desc limit 1
  )
  select (select coalesce(max(reach), 0) from blocks) as total, page.*
  from accounts
  left join first_block on true
  left join lateral (
    select *
    from transactions
    where customer_id = $1 and status = $4 and position <= last_position_of(first_block.block)
    order by position desc
    offset $2::bigint - first_block.newer
    limit $3::bigint
  ) page on true
  where accounts.customer_id = $1
  order by page.position desc`;

interface HistoryRow {
  total: number;
  transaction_id: string | null;
  order_id: string;
  status: TransactionStatus;
  product_name: string;
  amount_cents: number;
  credits: number;
  bonus_credits: number;
  balance_after: number | null;
  gateway_transaction_id: string | null;
  created_at: Date;
}

const toTransaction = (row: HistoryRow): Transaction => ({
  id: row.transaction_id,
  product_name: row.product_name,
  transaction_date: row.created_at.toISOString(),
  status: row.status,
  amount_display: displayCents(row.amount_cents),
  credits_received: row.credits,
  bonus_credits: row.bonus_credits,
  total_credits: row.credits + row.bonus_credits,
  balance_after_transaction: row.balance_after,
  ionic_transaction_id: row.gateway_transaction_id,
  ionic_order_id: row.order_id,
  reversals: [],
});
