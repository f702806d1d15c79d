-- The key of the merchant's API that made a change. Null: no key did, or the previous release booked it.
alter table movements add column key_prefix text;
create index movements_by_key on movements (key_prefix, created_at) where key_prefix is not null;

-- What keys changed without a movement: holds made and released, grants voided.
create table key_calls (
  entry bigint generated always as identity,
  key_prefix text not null,
  at timestamptz not null,
  -- As in call_credits.
  call text not null,
  customer_id text not null references accounts,
  id uuid not null,
  primary key (key_prefix, entry)
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
create trigger append_only before update or delete or truncate on key_calls execute function refuse_change();
