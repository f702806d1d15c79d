-- What customers' credits consist of, and what becomes of them: docs/decisions/grants.md

-- A purchase keeps how long its credits last, in days after it settled. Null: forever.
alter table product_versions
  add column credits_expire_days bigint check (credits_expire_days between 1 and 36500),
  add column bonus_expire_days bigint check (bonus_expire_days between 1 and 36500);
alter table transactions
  add column credits_expire_days bigint,
  add column bonus_expire_days bigint;

alter table accounts
  -- Credits of open holds. They are part of the balance.
  add column held bigint not null default 0 check (held >= 0),
  -- The last movement that the grants reflect. Later ones were booked without this API or by the previous release.
  add column granted_movement bigint not null default 0,
  -- When a grant or hold next expires, or earlier; null: none does.
  add column credits_due_at timestamptz;
create index accounts_credits_due on accounts (credits_due_at) where credits_due_at is not null;

-- `not valid` skips reading all rows: they satisfy the stricter constraints that these replace.
alter table movements
  drop constraint movements_kind_check,
  drop constraint movements_check,
  add constraint movements_kind_check check (
    kind in ('purchase', 'refund', 'void', 'chargeback', 'adjustment', 'spend', 'return', 'grant', 'expiry')
  ) not valid,
  add constraint movements_check check (
    (kind in ('purchase', 'refund', 'void', 'chargeback')) = (position is not null)
  ) not valid;
alter table postings
  drop constraint postings_check1,
  add constraint postings_check1 check (
    (
      debit_account in ('gateway', 'sales', 'refunds', 'chargebacks')
      and credit_account in ('gateway', 'sales', 'refunds', 'chargebacks')
    ) or (
      debit_account in ('credits', 'bonus', 'credits_sold', 'promotions', 'adjustments', 'spent', 'expired')
      and credit_account in ('credits', 'bonus', 'credits_sold', 'promotions', 'adjustments', 'spent', 'expired')
    )
  ) not valid;

-- Every credit belongs to a grant: what remains of a customer's grants is the balance, or nothing if that is negative.
create table credit_grants (
  customer_id text not null references accounts,
  grant_id uuid not null,
  kind text not null check (kind in ('purchase', 'bonus', 'promotion', 'adjustment')),
  -- The ledger entry of a purchase and its bonus.
  position bigint,
  -- The movement that added the credits.
  movement bigint not null,
  credits bigint not null check (credits > 0),
  remaining bigint not null,
  -- Credits of open holds. They are part of what remains.
  held bigint not null default 0,
  -- What expired or was taken back with the grant.
  expired bigint not null default 0 check (expired >= 0),
  -- Lower is used first.
  priority bigint not null check (priority between 0 and 1000),
  reason text,
  expires_at timestamptz,
  -- When the merchant took the grant back.
  voided_at timestamptz,
  created_at timestamptz not null,
  -- Whether any credits remain. Indexes use this instead, because `remaining` changes with each spend.
  is_open boolean not null,
  primary key (customer_id, grant_id),
  check (held between 0 and remaining and remaining <= credits),
  check (is_open = (remaining > 0))
) with (fillfactor = 80);
create index credit_grants_in_order
  on credit_grants (customer_id, priority, expires_at, (kind = 'purchase'), created_at, grant_id) where is_open;
create index credit_grants_expiring on credit_grants (customer_id, expires_at) where is_open and expires_at is not null;
create index credit_grants_voided on credit_grants (customer_id) where is_open and voided_at is not null;

-- How a movement changed the grants.
create table grant_allocations (
  customer_id text not null,
  movement bigint not null,
  grant_id uuid not null,
  -- Negative if taken.
  credits bigint not null check (credits <> 0),
  primary key (customer_id, movement, grant_id),
  foreign key (customer_id, movement) references movements
);
create trigger append_only before update or delete or truncate on grant_allocations execute function refuse_change();

-- Calls of the merchant's API. Callers choose the ids, so each table keeps what a repeated call is compared with.

-- The customer of each call's id. The other tables are found by customer.
create table credit_claims (
  kind text not null check (kind in ('spend', 'return', 'hold', 'grant')),
  id uuid not null,
  customer_id text not null,
  primary key (kind, id)
);

create table spends (
  customer_id text not null,
  spend_id uuid not null,
  movement bigint not null,
  credits bigint not null check (credits > 0),
  returned bigint not null default 0,
  reference text,
  description text,
  -- The account's held credits after the spend.
  held_after bigint not null,
  created_at timestamptz not null,
  primary key (customer_id, spend_id),
  foreign key (customer_id, movement) references movements,
  check (returned between 0 and credits)
);

create table spend_returns (
  customer_id text not null,
  return_id uuid not null,
  spend_id uuid not null,
  movement bigint not null,
  credits bigint not null check (credits > 0),
  -- The spend's returned credits, and the account's sums, after this return.
  returned_after bigint not null,
  balance_after bigint not null,
  held_after bigint not null,
  created_at timestamptz not null,
  primary key (customer_id, return_id),
  foreign key (customer_id, spend_id) references spends,
  foreign key (customer_id, movement) references movements
);
create index spend_returns_by_spend on spend_returns (customer_id, spend_id);

create table holds (
  customer_id text not null references accounts,
  hold_id uuid not null,
  credits bigint not null check (credits > 0),
  expires_in_s bigint not null check (expires_in_s > 0),
  reference text,
  state text not null default 'open' check (state in ('open', 'captured', 'released', 'expired')),
  captured bigint not null default 0,
  -- The movement of the capture.
  movement bigint,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- The account after the hold was made, and after it ended.
  balance_after bigint not null,
  held_after bigint not null,
  ended_balance bigint,
  ended_held bigint,
  primary key (customer_id, hold_id),
  foreign key (customer_id, movement) references movements,
  check (captured between 0 and credits),
  check ((state = 'captured') = (captured > 0) and (state = 'captured') = (movement is not null)),
  check ((state = 'open') = (ended_at is null))
);
create index holds_open on holds (customer_id, expires_at) where state = 'open';

-- Which grants a hold's credits are part of. Stays when the hold ends.
create table hold_allocations (
  customer_id text not null,
  hold_id uuid not null,
  grant_id uuid not null,
  credits bigint not null check (credits > 0),
  primary key (customer_id, hold_id, grant_id)
);
create trigger append_only before update or delete or truncate on hold_allocations execute function refuse_change();

-- What customers have becomes a grant. Nothing tells which purchases it is left of.
insert into credit_grants (
  customer_id, grant_id, kind, movement, credits, remaining, priority, reason, created_at, is_open
)
select customer_id, md5(customer_id || '/balance')::uuid, 'purchase', movements, balance, balance, 100,
  'balance before grants', now(), true
from accounts where balance > 0;
insert into grant_allocations (customer_id, movement, grant_id, credits)
select customer_id, movement, grant_id, credits from credit_grants;
update accounts set granted_movement = movements where movements > 0;

do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'credit_grants', 'grant_allocations', 'credit_claims', 'spends', 'spend_returns', 'holds', 'hold_allocations'
  ]
  loop
    execute format(
      'alter table %I set (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000)',
      v_table
    );
  end loop;
end
$$;
