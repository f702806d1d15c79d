import { creditQueries } from '../credits/proof.ts';
import type { Queryable } from '../database/database.ts';
import { usageQueries } from './usage-proof.ts';

/** A stored value that contradicts the postings. */
export interface BookError {
  readonly customer_id: string;
  /** The name of the value, and its row if there are several. */
  readonly what: string;
  readonly kept: string | null;
  /** The value computed from the postings or rows. */
  readonly proven: string | null;
}

/**
 * Checks sums, counters, statuses, grants, holds and usage against postings and allocations, in a single snapshot.
 * @returns up to 100 errors; empty if the books are correct
 */
export const findBookErrors = async (database: Queryable, customerId?: string): Promise<BookError[]> => {
  // In a transaction, don't compile this large statement: that takes longer than it saves.
  await database.query("select set_config('jit', 'off', true)");
  return database.query<BookError>(proof, [customerId ?? null]);
};

const tables = [
  ...['accounts', 'postings', 'transactions', 'purchase_attempts', 'ledger_blocks'],
  ...['credit_grants', 'grant_allocations', 'holds', 'hold_allocations', 'spends', 'spend_returns'],
  ...['usage_days', 'usage_references'],
];

/** Limits each table to the customer. A limit in the joins alone would take quadratic time for a large customer. */
const ofCustomer = tables.map(
  (table) =>
    `${table} as not materialized (select * from ${table} where $1::text is null or customer_id = $1)`,
);

const proof = `
  with ${ofCustomer.join(', ')},
  lines as materialized (
    select customer_id, movement, position, kind, reference, cause, balance_after, created_at,
      count(*) filter (where amount is not null) as postings,
      coalesce(sum(amount) filter (where debit_account = 'gateway'), 0) as charged_cents,
      coalesce(sum(amount) filter (where credit_account = 'gateway'), 0) as given_back_cents,
      coalesce(sum(amount) filter (where credit_account = 'sales'), 0)
        - coalesce(sum(amount) filter (where debit_account in ('refunds', 'chargebacks')), 0) as spent_cents,
      coalesce(sum(amount) filter (where credit_account = 'credits'), 0)
        - coalesce(sum(amount) filter (where debit_account = 'credits'), 0) as credits,
      coalesce(sum(amount) filter (where credit_account = 'bonus'), 0)
        - coalesce(sum(amount) filter (where debit_account = 'bonus'), 0) as bonus_credits
    from movements left join postings using (customer_id, movement)
    where $1::text is null or customer_id = $1
    group by customer_id, movement
  ),
  running as (
    select *, sum(credits + bonus_credits) over (partition by customer_id order by movement) as balance from lines
  ),
  accounts_proven as (
    select customer_id, count(*) as movements, max(movement) as last_movement, sum(credits + bonus_credits) as balance,
      sum(spent_cents) as spent_cents,
      sum(credits + bonus_credits) filter (where position is not null) as credits_purchased
    from lines group by customer_id
  ),
  entries_counted as (
    select customer_id, count(*) as entries, max(position) as last_position
    from transactions group by customer_id
  ),
  entries_proven as (
    select customer_id, position, count(*) filter (where kind = 'purchase') as purchases,
      sum(charged_cents) as charged_cents, sum(given_back_cents) as given_back_cents,
      sum(credits) as credits, sum(bonus_credits) as bonus_credits,
      sum(credits) filter (where kind = 'purchase') as credits_bought,
      sum(bonus_credits) filter (where kind = 'purchase') as bonus_bought
    from lines where position is not null
    group by customer_id, position
  ),
  entries as (
    select entries.*, coalesce(purchases, 0) as purchases, coalesce(given_back_cents, 0) as given_back_cents,
      coalesce(charged_cents, 0) as charged_cents, proven.credits as credits_left,
      proven.bonus_credits as bonus_left, credits_bought, bonus_bought
    from transactions entries left join entries_proven proven using (customer_id, position)
  ),
  -- What operators gave and took is in their audit as well, for the same credits.
  adjusted as (
    select lines.customer_id, lines.movement, lines.credits, (actions.details ->> 'credits')::bigint as audited
    from lines
    left join operator_actions actions on actions.customer_id = lines.customer_id
      and actions.command = 'adjust' and 'adjustment ' || actions.action_id = lines.reference
    where lines.reference like 'adjustment %'
  ),
  blocks as (
    select customer_id, status, block, coalesce(kept.entries, 0) as kept, coalesce(counted.entries, 0) as counted
    from ledger_blocks kept
    full join (
      select customer_id, status, ledger_block_of(position) as block, count(*) as entries
      from entries group by 1, 2, 3
    ) counted using (customer_id, status, block)
  ),
  ${creditQueries},
  ${usageQueries},
  checks as (
    select customer_id, check_of.what, check_of.kept, check_of.proven
    from accounts
    left join accounts_proven using (customer_id)
    left join entries_counted using (customer_id)
    cross join lateral (
      values
        ('balance', accounts.balance, coalesce(accounts_proven.balance, 0)),
        ('spent_cents', accounts.spent_cents, coalesce(accounts_proven.spent_cents, 0)),
        ('credits_purchased', accounts.credits_purchased, coalesce(accounts_proven.credits_purchased, 0)),
        ('movements', accounts.movements, coalesce(accounts_proven.movements, 0)),
        ('last movement', accounts.movements, coalesce(accounts_proven.last_movement, 0)),
        ('entries', accounts.entries, coalesce(entries_counted.entries, 0)),
        ('last entry', accounts.entries, coalesce(entries_counted.last_position, 0))
    ) check_of (what, kept, proven)
    union all
    select customer_id, 'balance after movement ' || movement, balance_after, balance from running
    union all
    select customer_id, 'postings of movement ' || movement, 0, 1 from lines where postings = 0
    union all
    -- Movements are numbered from 1 without gaps, or the checks above fail.
    select customer_id, 'rows without movement ' || movement, movement, accounts.movements
    from (
      select customer_id, movement from postings
      union all
      select customer_id, movement from grant_allocations
    ) parts
    join accounts using (customer_id)
    where movement not between 1 and accounts.movements
    union all
    select customer_id, 'account', null, 1
    from (
      select customer_id from entries_counted union select customer_id from accounts_proven union select customer_id from grant_sums
    ) owners
    left join accounts using (customer_id)
    where accounts.customer_id is null
    union all
    select customer_id, 'entry ' || position || ' of ' || part, null, position
    from (
      select customer_id, position, 'movement ' || movement as part from lines
      union all
      select customer_id, position, 'attempt ' || attempt_id from purchase_attempts
    ) parts
    left join transactions using (customer_id, position)
    where position is not null and transactions.customer_id is null
    union all
    select customer_id, 'cause of movement ' || movement, 0, 1 from lines
    where cause !~ '^(attempt|records|api|clock|event .+|person .+)$'
    union all
    select customer_id, 'audit of movement ' || movement, credits, audited from adjusted
    union all
    select customer_id, check_of.what || ' of entry ' || position, check_of.kept, check_of.proven
    from entries
    cross join lateral (
      values
        ('purchases', case when status in ('completed', 'refunded') then 1 else 0 end, purchases),
        ('refunded_cents', refunded_cents, given_back_cents),
        ('amount', case when purchases > 0 then amount_cents else 0 end, charged_cents),
        ('credits', case when purchases > 0 then credits end, credits_bought),
        ('bonus', case when purchases > 0 then bonus_credits end, bonus_bought),
        -- What went back takes its share of the credits, rounded down.
        (
          'credits left',
          case when purchases > 0 then credits - credits * refunded_cents / greatest(amount_cents, 1) end,
          credits_left
        ),
        (
          'bonus left',
          case when purchases > 0 then bonus_credits - bonus_credits * refunded_cents / greatest(amount_cents, 1) end,
          bonus_left
        ),
        (
          'fully refunded',
          (status = 'refunded')::int,
          (purchases > 0 and amount_cents > 0 and refunded_cents = amount_cents)::int
        )
    ) check_of (what, kept, proven)
    union all
    select customer_id, status || ' entries of block ' || block, kept, counted from blocks
    union all
    select customer_id, 'settled attempt of entry ' || position, (state = 'settled')::int, (status <> 'pending')::int
    from purchase_attempts join entries using (customer_id, position)
    union all
    select customer_id, what, kept, proven from credit_checks
    union all
    select customer_id, what, kept, proven from usage_checks
  )
  select customer_id, what, kept::text as kept, proven::text as proven
  from checks
  where kept is distinct from proven
  order by customer_id, what
  limit 100`;
