-- Automatic top-up: docs/decisions/top-up.md

-- The customer's threshold while top-up is on or paused, else null. It is here so that other customers' spends read nothing more.
alter table accounts add column top_up_below bigint check (top_up_below >= 1);

-- Whether the store charged it by the customer's standing order.
alter table transactions add column is_automatic boolean not null default false;

-- The caps and the shortest interval read a customer's automatic attempts.
create index purchase_attempts_automatic on purchase_attempts (customer_id, sent_at) where initiated_by = 'merchant';

-- A customer's settings, which stay when top-up is turned off. save_top_up writes them.
create table top_ups (
  customer_id text primary key references accounts,
  state text not null check (state in ('off', 'on', 'paused')),
  threshold_credits bigint not null check (threshold_credits >= 1),
  product_id text not null,
  -- The version with the price and credits that the customer agreed to.
  product_version bigint not null,
  card_id uuid not null,
  monthly_limit_cents bigint not null check (monthly_limit_cents >= 1),
  consented_at timestamptz not null,
  paused_reason text,
  paused_at timestamptz,
  -- In a row, since the last charge that succeeded.
  failures bigint not null default 0 check (failures >= 0),
  foreign key (product_id, product_version) references product_versions,
  foreign key (customer_id, card_id) references cards,
  check ((state = 'paused') = (paused_reason is not null)),
  check ((state = 'paused') = (paused_at is not null))
);
create index top_ups_by_state on top_ups (state) where state <> 'off';

-- What a customer agreed to and when, as card schemes require. Rows stay, also after an erasure.
create table top_up_consents (
  customer_id text not null references accounts,
  -- 1, 2, 3 …
  consent bigint not null check (consent >= 1),
  -- 'off': ended by the customer, or with the card or the customer's data.
  state text not null check (state in ('on', 'off')),
  -- 'customer', 'card-removed' or 'erased'.
  cause text not null,
  at timestamptz not null,
  -- The version of the words that the customer saw. Null: turned off.
  words text,
  threshold_credits bigint not null,
  product_id text not null,
  product_version bigint not null,
  price_cents bigint not null,
  card_id uuid not null,
  monthly_limit_cents bigint not null,
  primary key (customer_id, consent),
  check ((state = 'on') = (words is not null))
);
create trigger append_only before update or delete or truncate on top_up_consents execute function refuse_change();

-- Reasons for a charge, written in the transaction of the spend, hold or expiry.
--   open       to be charged as soon as the rules of open_top_up allow it
--   sent       its attempt has been opened
--   completed, failed, dropped
create table top_up_requests (
  request_id uuid primary key default gen_random_uuid(),
  customer_id text not null references top_ups,
  cause text not null check (cause in ('spend', 'hold', 'expiry', 'refusal')),
  -- The credits that a refused call needed; null for another cause.
  required_credits bigint,
  available_credits bigint not null,
  state text not null default 'open' check (state in ('open', 'sent', 'completed', 'failed', 'dropped')),
  -- Its latest attempt.
  attempt_id uuid,
  -- When to try to open an attempt; null unless open.
  try_at timestamptz,
  -- How long to wait after a decline. From the settings of the process that opened the attempt.
  retry_ms bigint,
  -- Why it waits, or was dropped.
  reason text,
  made_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'open') = (try_at is not null)),
  check ((state in ('open', 'sent')) = (ended_at is null)),
  check (state <> 'sent' or attempt_id is not null)
);
-- A customer has at most one, and so at most one open automatic attempt.
create unique index top_up_requests_open on top_up_requests (customer_id) where ended_at is null;
create index top_up_requests_due on top_up_requests (try_at) where try_at is not null;
create index top_up_requests_by_attempt on top_up_requests (customer_id, attempt_id) where attempt_id is not null;

do $$
declare
  v_table text;
begin
  foreach v_table in array array['top_ups', 'top_up_consents', 'top_up_requests']
  loop
    execute format(
      'alter table %I set (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000)',
      v_table
    );
  end loop;
end
$$;
