-- How many credits customers use, and their limits: docs/decisions/spending-limits.md

-- Sums of the movements up to accounts.summed_movement. Days are Chicago's.
create table usage_days (
  customer_id text not null,
  day date not null,
  -- The month whose limit these credits count toward: a capture's is its hold's, a return's is its spend's.
  month date not null,
  -- Negative if more credits were returned than spent.
  credits bigint not null,
  -- The number of spends and captures.
  count bigint not null,
  primary key (customer_id, day, month)
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);

create table usage_references (
  customer_id text not null,
  day date not null,
  reference text,
  credits bigint not null,
  count bigint not null,
  unique nulls not distinct (customer_id, day, reference)
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);

-- Customers with many movements that the sums lack. A job adds them, so that this migration locks no table for long.
create table usage_queue (
  customer_id text primary key
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
insert into usage_queue select customer_id from accounts where movements >= 256;

-- A trigger, because processes of the previous release erase customers, too. Has its owner's rights and names the schema, like
-- change_copied_reference.
create function erase_usage() returns trigger
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  execute format(
    'with erased as (delete from %1$I.usage_references where customer_id = $1 returning day, credits, count)
     insert into %1$I.usage_references (customer_id, day, credits, count)
     select $1, day, sum(credits), sum(count) from erased group by day',
    tg_table_schema
  ) using new.customer_id;
  return null;
end
$$;
create trigger erase_usage after update of erased_at on customers
  for each row when (new.erased_at is distinct from old.erased_at) execute function erase_usage();

-- The highest percentage of a customer's limit that the store has reported in a month.
create table spending_limit_reports (
  customer_id text not null,
  month timestamptz not null,
  percent int not null check (percent in (80, 100)),
  primary key (customer_id, month)
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);

alter table accounts
  add column summed_movement bigint not null default 0,
  -- In credits per month. Null: no limit.
  add column spending_limit bigint,
  -- The credits used in the month that begins at used_month. Null without a limit. After changes by the previous release, used_month is
  -- '-infinity', and the store counts again.
  add column used bigint,
  add column used_month timestamptz;

-- Processes of the previous release don't check the limit. So they can't spend or hold credits of customers who have one.
create function check_previous_release() returns trigger
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_spends bigint;
begin
  execute format(
    'select count(*) from %I.movements where customer_id = $1 and movement between $2 and $3 and reference like ''spend %%''',
    tg_table_schema
  ) into v_spends using new.customer_id, old.movements + 1, new.movements;
  if new.held > old.held or v_spends > 0 then
    raise exception 'the previous release can''t spend credits of a customer with a spending limit';
  end if;
  execute format('update %I.accounts set used_month = ''-infinity'' where customer_id = $1', tg_table_schema) using new.customer_id;
  return null;
end
$$;

-- A release's functions run with its schema first in the search path. Deferred, because the functions write movements after the account. A
-- new database needs no trigger.
do $$
declare
  v_previous text := (select string_agg(nspname, '|') from pg_namespace where starts_with(nspname, 'coffer_f_'));
begin
  if v_previous is null then
    return;
  end if;
  execute format(
    'create constraint trigger check_previous_release after update on accounts deferrable initially deferred
     for each row when (
       new.used_month is not null and (new.movements, new.held) is distinct from (old.movements, old.held)
       and current_setting(''search_path'') ~ %L
     ) execute function check_previous_release()',
    '^(' || v_previous || ')\M'
  );
end
$$;
