-- Where the store sends the merchant's events, and which it still has to send.
create table webhook_endpoints (
  endpoint_id uuid primary key default gen_random_uuid(),
  url text not null check (length(url) between 1 and 2000),
  -- Signs events. Not hashed: a signature needs it.
  secret text not null check (length(secret) between 1 and 200),
  -- Signs too for a while after a rotation.
  previous_secret text,
  previous_until timestamptz,
  created_at timestamptz not null,
  -- Events up to this id have their delivery, or came before the endpoint.
  queued_event bigint not null,
  -- The highest event that arrived, and when one last did. Null: none yet.
  delivered_event bigint,
  delivered_at timestamptz,
  -- The first failure since then. Null: none.
  failing_since timestamptz,
  -- Null: active. A disabled endpoint gets nothing, and keeps its place among the events.
  disabled_at timestamptz,
  disabled_because text check (disabled_because in ('gone', 'failing')),
  check ((previous_secret is null) = (previous_until is null)),
  check ((disabled_at is null) = (disabled_because is null))
);

-- Events that have not arrived at an endpoint yet.
create table webhook_deliveries (
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  -- An event is deleted after 30 days, whether it has arrived or not.
  event_id bigint not null,
  -- How many have begun. An attempt that does not know the present number was overtaken by another one.
  attempts integer not null default 0,
  -- While an attempt runs, when another process may begin the next one.
  next_attempt_at timestamptz not null,
  queued_at timestamptz not null,
  -- When the first attempt failed. Null: none has.
  failed_at timestamptz,
  primary key (endpoint_id, event_id)
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at, event_id);

alter table webhook_deliveries set (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
