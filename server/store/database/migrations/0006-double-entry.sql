-- The books as double entry: every change of a balance is a movement, a balanced set of postings with its cause. The sums
-- in accounts and transactions stay beside them, and books.ts proves each of them from the postings.

-- Movements of a customer run 1, 2, 3 … without gaps. Like their postings they are written once and stay.
create table movements (
  customer_id text not null,
  movement bigint not null check (movement >= 1),
  -- The ledger entry that it belongs to; an adjustment belongs to none.
  position bigint,
  kind text not null check (kind in ('purchase', 'refund', 'void', 'chargeback', 'adjustment')),
  -- What makes booking it twice impossible: 'purchase', or the gateway's reversal (gateway/order.ts).
  reference text not null,
  -- What led to it: 'attempt', 'records', 'event <id>', 'person <name>'.
  cause text not null,
  gateway_transaction_id text,
  balance_after bigint not null,
  created_at timestamptz not null,
  check ((kind = 'adjustment') = (position is null))
);

-- Each posting is balanced in itself: it takes from one account what it gives to another of the same unit. The customer's
-- own accounts are credits and bonus; what they hold is what was credited to them less what was debited.
create table postings (
  customer_id text not null,
  movement bigint not null,
  debit_account text not null,
  credit_account text not null,
  -- US cents or credits.
  amount bigint not null check (amount > 0),
  check (debit_account <> credit_account),
  check (
    (
      debit_account in ('gateway', 'sales', 'refunds', 'chargebacks')
      and credit_account in ('gateway', 'sales', 'refunds', 'chargebacks')
    ) or (
      debit_account in ('credits', 'bonus', 'credits_sold', 'promotions')
      and credit_account in ('credits', 'bonus', 'credits_sold', 'promotions')
    )
  )
);

alter table accounts add column movements bigint not null default 0 check (movements >= 0);
alter table transactions add column refunded_cents bigint not null default 0;

-- The entries until now: what was completed is a purchase, what was refunded is one that was given back as a whole.
insert into movements
select customer_id, row_number() over past, position, kind, kind, cause, gateway_transaction_id, sum(change) over past, at
from (
  select customer_id, position, 'purchase' as kind, 'attempt' as cause, gateway_transaction_id,
    credits + bonus_credits as change,
    case status when 'completed' then coalesce(settled_at, created_at) else created_at end as at
  from transactions where status in ('completed', 'refunded')
  union all
  select customer_id, position, 'refund', 'records', gateway_transaction_id,
    -(credits + bonus_credits), coalesce(settled_at, created_at)
  from transactions where status = 'refunded'
) entries
window past as (partition by customer_id order by at, kind, position);

insert into postings
select customer_id, movement, debit_account, credit_account, amount
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
where posted.kind = movements.kind and amount > 0;

-- Where other hands took or gave credits, the balance is what counts.
insert into movements
select customer_id, coalesce(last.movement, 0) + 1, null, 'adjustment', 'opening balance', 'records', null, balance, now()
from accounts
left join (
  select distinct on (customer_id) customer_id, movement, balance_after
  from movements order by customer_id, movement desc
) last using (customer_id)
where balance <> coalesce(last.balance_after, 0);

insert into postings
select customer_id, movement, case when change < 0 then 'credits' else 'credits_sold' end,
  case when change < 0 then 'credits_sold' else 'credits' end, abs(change)
from (
  select adjustment.customer_id, adjustment.movement,
    adjustment.balance_after - coalesce(before.balance_after, 0) as change
  from movements adjustment
  left join movements before
    on before.customer_id = adjustment.customer_id and before.movement = adjustment.movement - 1
  where adjustment.kind = 'adjustment'
) adjustments;

update accounts set movements = counted.movements
from (select customer_id, count(*) as movements from movements group by customer_id) counted
where accounts.customer_id = counted.customer_id;
update transactions set refunded_cents = amount_cents where status = 'refunded';

-- Made once the rows are there: each row by itself would take far longer.
alter table movements
  add primary key (customer_id, movement),
  add unique (customer_id, position, reference),
  add foreign key (customer_id) references accounts,
  add foreign key (customer_id, position) references transactions;
create unique index movements_without_entry on movements (customer_id, reference) where position is null;
alter table postings
  add primary key (customer_id, movement, debit_account, credit_account),
  add foreign key (customer_id, movement) references movements;
alter table transactions add check (refunded_cents between 0 and amount_cents);

create function refuse_change() returns trigger
  language plpgsql
as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;
create trigger append_only before update or delete or truncate on movements execute function refuse_change();
create trigger append_only before update or delete or truncate on postings execute function refuse_change();

-- What a person must decide, with its evidence. Once closed it is never opened again.
create table open_cases (
  case_id uuid primary key default gen_random_uuid(),
  kind text not null check (
    kind in (
      'return', 'chargeback', 'amount-mismatch', 'two-charges', 'outcome-unknown', 'refund-without-order',
      'event-unconfirmed'
    )
  ),
  reference text not null,
  customer_id text,
  attempt_id uuid,
  evidence jsonb not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  resolution text,
  unique (kind, reference),
  check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (resolution is null))
);
create index open_cases_not_closed on open_cases (opened_at) where closed_at is null;

-- Null: not to be looked up any more. An attempt that was given up because the gateway knew nothing of it is looked up
-- once again: the gateway may have learnt of it since.
alter table purchase_attempts alter column check_at drop not null;
update purchase_attempts set check_at = case when decided_by = 'deadline' then now() end where state = 'settled';
drop index purchase_attempts_open;
create index purchase_attempts_to_check on purchase_attempts (check_at) where check_at is not null;
