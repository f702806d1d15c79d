import type { TransactionStatus } from '#contract/queries.ts';
import { inBatches } from '../database/batches.ts';
import type { Database } from '../database/database.ts';

export interface LedgerEntry {
  readonly transaction_id: string | null;
  readonly order_id: string;
  readonly status: TransactionStatus;
  readonly product_name: string;
  readonly amount_cents: number;
  readonly credits: number;
  readonly bonus_credits: number;
  readonly balance_after: number | null;
  readonly gateway_transaction_id: string | null;
  readonly created_at: Date;
  readonly refunded_cents: number;
  readonly card_brand: string | null;
  readonly card_last4: string | null;
  readonly failure_reason: string | null;
  readonly is_automatic: boolean;
  readonly reversals: readonly { kind: string; at: string; cents: number; credits: number }[] | null;
}

/** An entry and the total number of matching entries. An empty page has one row without an entry. */
export interface PageRow extends LedgerEntry {
  readonly total: number;
}

/** Selects up to `limit` entries, newest first, after skipping `newer` ones. */
export interface Page {
  readonly customerId: string;
  readonly newer: number;
  readonly limit: number;
}

/** Reads a page. Returns an empty list without a customer record. */
export type ReadPage = (page: Page) => Promise<readonly PageRow[]>;

/** Creates a reader that batches simultaneous reads, because the round trip is half of a read's cost. */
export const createPageReader = (database: Database): ReadPage =>
  inBatches(
    async (pages: readonly Page[]) => {
      const rows = await database.query<PageRow & { place: number }>(pagesOfAll, [
        pages.map(({ customerId }) => customerId),
        pages.map(({ newer }) => newer),
        pages.map(({ limit }) => limit),
      ]);
      const found = pages.map((): PageRow[] => []);
      for (const row of rows) found[row.place - 1]?.push(row);
      return found;
    },
    { keyOf: ({ customerId }) => customerId, size: 16, concurrency: 4 },
  );

export const readPageOfStatus = (
  database: Database,
  { customerId, newer, limit }: Page,
  status: TransactionStatus,
): Promise<readonly PageRow[]> => database.query<PageRow>(pageOfStatus, [customerId, newer, limit, status]);

/** SQL for an entry's reversals. Entries without refunds skip the query. */
const reversals =
  'case when page.refunded_cents > 0 then reversals_of(page.customer_id, page.position) end as reversals';

/** SQL for the reason that the customer saw for a failed purchase. */
const failureReason = `
  case when page.status = 'failed' then (
    select refusal_detail from purchase_attempts where customer_id = page.customer_id and attempt_id = page.order_id
  ) end as failure_reason`;

/** Finds an entry by its transaction id, the newest entries first. $1 is the customer. */
export const findEntry = `
  select page.*, ${reversals}, ${failureReason}
  from transactions page where customer_id = $1 and transaction_id = $2
  order by position desc limit 1`;

/** SQL for pages of all entries. Positions have no gaps, so the number of newer entries gives a page's positions. */
const pagesOfAll = `
  select asked.place, accounts.entries as total, page.*, ${reversals}, ${failureReason}
  from unnest($1::text[], $2::bigint[], $3::bigint[]) with ordinality as asked (customer_id, newer, size, place)
  join accounts on accounts.customer_id = asked.customer_id
  left join lateral (
    select *
    from transactions
    where customer_id = asked.customer_id
      and position <= accounts.entries - asked.newer and position > accounts.entries - asked.newer - asked.size
    order by position desc
    limit asked.size
  ) page on true
  order by asked.place, page.position desc`;

/** Skips whole blocks, up to the block that contains the page's first entry. */
const pageOfStatus = `
  with blocks as (
    select block, entries, sum(entries) over (order by block desc)::bigint as reach
    from ledger_blocks
    where customer_id = $1 and status = $4
  ),
  first_block as (
    select block, reach - entries as newer from blocks where reach > $2::bigint order by block desc limit 1
  )
  select (select coalesce(max(reach), 0) from blocks) as total, page.*, ${reversals}, ${failureReason}
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
