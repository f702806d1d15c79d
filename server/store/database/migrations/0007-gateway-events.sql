-- What the card gateway tells by itself, kept before it is acknowledged: the gateway never repeats an event that was taken.

create table gateway_events (
  -- The gateway's own; the SHA-256 of the body where it gives none.
  event_id text primary key check (length(event_id) between 1 and 200),
  event_type text not null,
  transaction_id text,
  order_id text,
  -- As it was sent, without what names or describes a person or a card.
  body jsonb not null,
  received_at timestamptz not null,
  -- When it is worked off (again); null: it was.
  check_at timestamptz,
  -- What came of it: null while that is not known.
  outcome text,
  check ((check_at is null) = (outcome is not null))
);

create index gateway_events_open on gateway_events (check_at) where check_at is not null;
create index gateway_events_by_order on gateway_events (order_id, event_type) where order_id is not null;

-- How far the gateway's records have been read for what no event told. One row; next_at is when some process reads on.
create table gateway_sweeps (
  only_row boolean primary key default true check (only_row),
  swept_to timestamptz,
  next_at timestamptz not null
);

insert into gateway_sweeps (next_at) values (now());
