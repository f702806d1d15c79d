-- Purchases that never charge twice. An attempt and its pending ledger entry are committed before the card gateway is
-- asked (open_purchase), and one function moves the money once the outcome is known (settle_purchase).

-- One row for each purchase attempt; attempt_id is the caller's Idempotency-Key and the gateway's order id.
--   sending: a sale may have reached the gateway; its outcome is not known yet
--   unsent:  the gateway was surely not reached; the same attempt may be sent again
--   settled: answered for good, and every repetition is answered alike
create table purchase_attempts (
  customer_id text not null references accounts,
  attempt_id uuid not null,
  fingerprint bytea not null,
  position bigint not null,
  state text not null default 'sending' check (state in ('sending', 'unsent', 'settled')),
  -- When the sale was last handed to the gateway.
  sent_at timestamptz not null,
  -- When the outcome is to be looked up (again).
  check_at timestamptz not null,
  decided_by text check (decided_by in ('gateway', 'deadline')),
  answer_status int,
  answer jsonb,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (customer_id, attempt_id),
  foreign key (customer_id, position) references transactions,
  check ((state = 'settled') = (answer is not null and answer_status is not null and decided_by is not null))
);

create index purchase_attempts_by_time on purchase_attempts (customer_id, created_at);
create index purchase_attempts_open on purchase_attempts (check_at) where state <> 'settled';

-- What the gateway may see only once, over all customers (hence the one key without customer_id): the SHA-256 of a
-- payment token, and an order id.
create table gateway_claims (
  kind text not null check (kind in ('token', 'order')),
  claim bytea not null,
  customer_id text not null,
  attempt_id uuid not null,
  primary key (kind, claim)
);
