-- Declined cards, counted against whoever tries out cards that are not theirs. A row is of an attempt that a bank has declined,
-- and is deleted after two days, or when the card turns out to have been charged.
create table declines (
  customer_id text not null,
  attempt_id uuid not null,
  -- Where it came from: an IPv4 address, or the half of an IPv6 address that belongs to one site. Null: not known.
  network cidr,
  declined_at timestamptz not null,
  primary key (customer_id, attempt_id),
  foreign key (customer_id, attempt_id) references purchase_attempts
);
create index declines_by_customer on declines (customer_id, declined_at);
create index declines_by_network on declines (network, declined_at) where network is not null;
create index declines_by_time on declines (declined_at);

-- Stops all purchases for a while after a burst of declines. One row, for all processes; null: it is off, and was said to be.
create table decline_brake (
  only_row boolean primary key default true check (only_row),
  on_until timestamptz
);
insert into decline_brake default values;

-- As in `declines`, until the attempt is settled.
alter table purchase_attempts add column client_network cidr;
