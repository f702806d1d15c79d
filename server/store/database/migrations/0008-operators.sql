-- What operators do with the store's command: who, when, what, about whom, why, and what came of it. Written once, and free
-- of what an erasure must take away: a customer is named by id alone.

create table operator_actions (
  action_id uuid primary key,
  -- In which order they were written down.
  entry bigint not null generated always as identity unique,
  at timestamptz not null,
  operator text not null,
  -- As it is typed: 'refund', 'products change'.
  command text not null,
  customer_id text,
  -- What it was about beside a customer: an attempt, a product, a case, a day.
  subject text,
  reason text,
  -- Amounts and what was changed.
  details jsonb not null,
  result text not null
);
create index operator_actions_by_customer on operator_actions (customer_id, entry) where customer_id is not null;
create index operator_actions_by_subject on operator_actions (subject, entry) where subject is not null;
create trigger append_only before update or delete or truncate on operator_actions
  execute function refuse_change();

-- Credits that an operator gives or takes are neither sold nor a promotion: they have an account of their own.
alter table postings drop constraint postings_check1;
alter table postings add check (
  (
    debit_account in ('gateway', 'sales', 'refunds', 'chargebacks')
    and credit_account in ('gateway', 'sales', 'refunds', 'chargebacks')
  ) or (
    debit_account in ('credits', 'bonus', 'credits_sold', 'promotions', 'adjustments')
    and credit_account in ('credits', 'bonus', 'credits_sold', 'promotions', 'adjustments')
  )
);

create index customers_by_email on customers (lower(email)) where email is not null;
create index gateway_events_by_transaction on gateway_events (transaction_id) where transaction_id is not null;

-- How often the sale was handed to the gateway.
alter table purchase_attempts add column times_sent bigint not null default 1 check (times_sent >= 1);
