-- What the merchant's servers learn without asking.

-- Events that are not numbered yet, written in the transaction of the change. publish_events moves them to `events`.
create table event_outbox (
  entry bigint primary key generated always as identity,
  customer_id text not null,
  type text not null check (length(type) between 1 and 100),
  -- The resource as the functions describe it (describe_hold …). Its form in the API is made when it is read.
  data jsonb not null,
  occurred_at timestamptz not null,
  -- When the customer was erased: `data` has only the resource's id since. Null: not erased.
  erased_at timestamptz
);
create index event_outbox_by_customer on event_outbox (customer_id);

-- Events in the order in which they were published. Deleted after 30 days.
create table events (
  -- 16 digits, so that ids sort as numbers and as text.
  event_id bigint primary key check (event_id between 1000000000000001 and 9007199254740991),
  customer_id text not null,
  type text not null,
  data jsonb not null,
  occurred_at timestamptz not null,
  -- In the order of the ids.
  published_at timestamptz not null,
  erased_at timestamptz
);
create index events_by_customer on events (customer_id, event_id);

-- The last event's id. A session that publishes locks this row until its commit, so no event appears behind a reader.
create table event_numbers (
  only_row boolean primary key default true check (only_row),
  last_id bigint not null
);
insert into event_numbers (last_id) values (1000000000000000);

-- What all processes of the store share. The last one that started sets it.
create table event_settings (
  only_row boolean primary key default true check (only_row),
  -- balance.low is sent when the available credits fall below this. 0: never.
  low_balance_credits bigint not null default 0 check (low_balance_credits >= 0)
);
insert into event_settings default values;

-- When a grant first lost credits because it expired. Null: not yet, or before this column existed.
alter table credit_grants add column expired_at timestamptz;

do $$
declare
  v_table text;
begin
  foreach v_table in array array['event_outbox', 'events']
  loop
    execute format(
      'alter table %I set (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000)',
      v_table
    );
  end loop;
end
$$;
