import type { Product } from '#contract/products.ts';
import type { Database } from '../database/database.ts';
import { saveCustomer } from '../identity/customers.ts';
import type { CustomerAttributes } from '../identity/pool-users.ts';

export interface SampleCustomer extends CustomerAttributes {
  /** The user pool's `sub`. */
  readonly id: string;
}

/** Creates a customer with generated purchases, unless there are some. Equal arguments create equal purchases. */
export const seedCustomer = async (
  database: Database,
  customer: SampleCustomer,
  transactions: number,
  products: readonly Product[],
  now: Date,
): Promise<void> => {
  // Writing thousands of entries can take longer than a request's time limit.
  await database.transaction(
    async (transaction) => {
      await saveCustomer(transaction, customer.id, customer, now);
      const [account] = await transaction.query<{ entries: number }>(
        'select entries from accounts where customer_id = $1 for update',
        [customer.id],
      );
      if (account?.entries !== 0 || transactions === 0) return;

      await transaction.query(generateEntries, [customer.id, transactions, JSON.stringify(products), now]);
      await transaction.query(countBlocks, [customer.id]);
      await transaction.query(bookMovements, [customer.id]);
      await transaction.query(postMovements, [customer.id]);
      await transaction.query(makeGrants, [customer.id]);
      await transaction.query(allocateMovements, [customer.id]);
      await transaction.query(sumAccount, [customer.id]);
    },
    { isLong: true },
  );
};

/** Of every 19 entries, 13 are completed, 3 failed, 2 refunded and 1 pending. The newest is completed. */
const generateEntries = `
  with generated as (
    select
      n,
      md5($1 || ':transaction:' || n)::uuid as transaction_id,
      md5($1 || ':order:' || n)::uuid as order_id,
      case
        when ($2 - n) * 7 % 19 < 13 then 'completed'
        when ($2 - n) * 7 % 19 < 16 then 'failed'
        when ($2 - n) * 7 % 19 < 18 then 'refunded'
        else 'pending'
      end as status,
      $4::timestamptz - interval '2 h'
        - least(interval '6 d', interval '1095 d' / $2::float8) * ($2 - n + ($2 - n) * 7919 % 900 / 1000.0) as at
    from generate_series(1, $2::bigint) n
  ),
  products as (
    select ordinality as rank, product ->> 'id' as id, product ->> 'name' as name,
      (product ->> 'price_cents')::bigint as price_cents,
      (product ->> 'credits')::bigint as credits,
      (product ->> 'bonus_credits')::bigint as bonus_credits
    from jsonb_array_elements($3::jsonb) with ordinality as listed (product, ordinality)
  )
  insert into transactions (
    customer_id, position, transaction_id, order_id, status,
    product_id, product_name, amount_cents, credits, bonus_credits,
    balance_after, refunded_cents, gateway_transaction_id, created_at, settled_at, card_brand, card_last4
  )
  select
    $1, n, transaction_id, order_id, status,
    products.id, products.name, price_cents, credits, bonus_credits,
    case when status <> 'pending' then
      coalesce(sum(credits + bonus_credits) filter (where status = 'completed') over (order by n), 0)
        + case when status = 'refunded' then credits + bonus_credits else 0 end
    end,
    case when status = 'refunded' then price_cents else 0 end,
    case when status <> 'pending' then (8000000000 + n)::text end,
    at,
    case when status <> 'pending' then at + interval '2 s' end,
    case when status in ('completed', 'refunded') then 'visa' end,
    case when status in ('completed', 'refunded') then '1111' end
  from generated
  join products on products.rank = 1 + (n * 5 + n / 3) % (select count(*) from products)
  order by n`;

const countBlocks = `
  insert into ledger_blocks (customer_id, status, block, entries)
  select customer_id, status, ledger_block_of(position), count(*)
  from transactions
  where customer_id = $1
  group by customer_id, status, ledger_block_of(position)`;

/** Each refund directly follows its purchase, so balances include only completed entries. */
const bookMovements = `
  insert into movements (
    customer_id, movement, position, kind, reference, cause, gateway_transaction_id, balance_after, created_at
  )
  select $1, row_number() over past, position, kind, reference, cause, gateway_transaction_id, sum(change) over past, at
  from (
    select position, 'purchase' as kind, 'purchase' as reference, 'attempt' as cause, gateway_transaction_id,
      credits + bonus_credits as change, settled_at as at
    from transactions where customer_id = $1 and status in ('completed', 'refunded')
    union all
    select position, 'refund', gateway_transaction_id || '/1', 'records', gateway_transaction_id,
      -(credits + bonus_credits), settled_at + interval '1 h'
    from transactions where customer_id = $1 and status = 'refunded'
  ) booked
  window past as (order by position, kind)`;

const postMovements = `
  insert into postings (customer_id, movement, debit_account, credit_account, amount)
  select $1, movement, debit_account, credit_account, amount
  from movements
  join transactions using (customer_id, position)
  cross join lateral (
    values
      ('purchase', 'gateway', 'sales', amount_cents),
      ('purchase', 'credits_sold', 'credits', credits),
      ('purchase', 'promotions', 'bonus', bonus_credits),
      ('refund', 'refunds', 'gateway', amount_cents),
      ('refund', 'credits', 'credits_sold', credits),
      ('refund', 'bonus', 'promotions', bonus_credits)
  ) posted (kind, debit_account, credit_account, amount)
  where customer_id = $1 and posted.kind = movements.kind and amount > 0`;

/** Creates grants with all credits left, because no sample credits are spent. */
const makeGrants = `
  insert into credit_grants (
    customer_id, grant_id, kind, position, movement, credits, remaining, priority, created_at, is_open
  )
  select $1, grant_of_entry($1, position, granted.kind), granted.kind, position, movement, granted.credits,
    case when status = 'completed' then granted.credits else 0 end, 100, movements.created_at, status = 'completed'
  from movements
  join transactions using (customer_id, position)
  cross join lateral (
    values ('purchase', transactions.credits), ('bonus', transactions.bonus_credits)
  ) granted (kind, credits)
  where customer_id = $1 and movements.kind = 'purchase' and granted.credits > 0`;

const allocateMovements = `
  insert into grant_allocations (customer_id, movement, grant_id, credits)
  select $1, movements.movement, grant_id, case movements.kind when 'purchase' then credits else -credits end
  from movements join credit_grants using (customer_id, position)
  where customer_id = $1`;

const sumAccount = `
  update accounts
  set entries = sums.entries, balance = sums.credits, credits_purchased = sums.credits, spent_cents = sums.cents,
    movements = movements.count, granted_movement = movements.count
  from (
    select
      count(*) as entries,
      coalesce(sum(credits + bonus_credits) filter (where status = 'completed'), 0) as credits,
      coalesce(sum(amount_cents) filter (where status = 'completed'), 0) as cents
    from transactions
    where customer_id = $1
  ) sums, (select count(*) from movements where customer_id = $1) movements
  where accounts.customer_id = $1`;
