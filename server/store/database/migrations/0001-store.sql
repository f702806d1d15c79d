-- All tables of the store, by subject. Functions are in ../functions. Money is in integer US cents, credits are integers. Keys
-- begin with customer_id if possible, so that a distributed PostgreSQL can shard by customer.

-- Makes movements, postings, product versions and the audit append-only.
create function refuse_change() returns trigger
  language plpgsql
as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- Only a role that may request refunds may act in a person's name. The table's name includes its schema, because PostgreSQL would
-- find a temporary table of that name first.
create function require_operator() returns trigger
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not has_any_column_privilege(session_user, format('%I.refund_requests', tg_table_schema), 'insert') then
    raise exception '% may not act in a person''s name', session_user using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

-- Customers and their accounts

create table customers (
  customer_id text primary key check (length(customer_id) between 1 and 128),
  email text,
  first_name text,
  last_name text,
  phone text,
  -- When the identity provider supplied the four attributes above; null: not yet.
  attributes_read_at timestamptz,
  created_at timestamptz not null,
  -- When an operator blocked the customer's purchases; null: not blocked.
  blocked_at timestamptz,
  -- When personal data was last erased. Sessions that began earlier must not fill it in again.
  erased_at timestamptz
);
create index customers_by_email on customers (lower(email)) where email is not null;

-- The row to lock while money moves. Its sums are stored, never computed from the ledger.
create table accounts (
  customer_id text primary key references customers,
  balance bigint not null default 0,
  spent_cents bigint not null default 0 check (spent_cents >= 0),
  credits_purchased bigint not null default 0 check (credits_purchased >= 0),
  entries bigint not null default 0 check (entries >= 0),
  movements bigint not null default 0 check (movements >= 0),
  -- Far below 2^53, the limit of exact numbers in JavaScript.
  constraint accounts_balance_bound check (balance between -1000000000000 and 1000000000000),
  constraint accounts_sums_bound check (spent_cents <= 9007199254740991 and credits_purchased <= 9007199254740991)
);

-- Products

-- Each change adds a version; the latest counts. Ledger entries keep what their purchase was charged.
create table product_versions (
  product_id text not null check (length(product_id) between 1 and 100),
  version bigint not null check (version >= 1),
  name text not null,
  price_cents bigint not null check (price_cents >= 1),
  credits bigint not null check (credits >= 1),
  bonus_credits bigint not null check (bonus_credits >= 0),
  description text not null,
  -- The display order.
  rank bigint not null,
  on_sale boolean not null,
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (product_id, version),
  constraint product_versions_bound check (
    price_cents <= 1000000000000 and credits <= 1000000000000 and bonus_credits <= 1000000000000
  )
);
create trigger append_only before update or delete or truncate on product_versions execute function refuse_change();

-- The ledger

-- A customer's positions run 1, 2, 3 … without gaps. Rows are never deleted.
create table transactions (
  customer_id text not null references accounts,
  position bigint not null check (position >= 1),
  transaction_id uuid not null,
  -- The attempt's id. The primary keys of purchase_attempts and gateway_claims make it unique.
  order_id uuid not null,
  status text not null check (status in ('completed', 'pending', 'failed', 'refunded')),
  product_id text not null,
  product_name text not null,
  amount_cents bigint not null check (amount_cents >= 0),
  credits bigint not null check (credits >= 0),
  bonus_credits bigint not null check (bonus_credits >= 0),
  -- Null while pending, because the balance is not known yet.
  balance_after bigint,
  gateway_transaction_id text,
  created_at timestamptz not null,
  settled_at timestamptz,
  refunded_cents bigint not null default 0,
  -- From the gateway's records. Null if they don't have it, or after an erasure.
  card_brand text check (card_brand ~ '^[a-z]{1,20}$'),
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  primary key (customer_id, position),
  check (refunded_cents between 0 and amount_cents)
);
create index transactions_by_status on transactions (customer_id, status, position);

-- Entries per status in a block of 256 positions. To find a page of one status, the store sums blocks and then reads inside one.
create table ledger_blocks (
  customer_id text not null references accounts,
  status text not null check (status in ('completed', 'pending', 'failed', 'refunded')),
  block bigint not null,
  entries bigint not null check (entries >= 0),
  primary key (customer_id, status, block)
);

-- The books use double entry: docs/decisions/double-entry.md

-- Every change of a balance: a balanced set of postings with its cause. A customer's movements run 1, 2, 3 … without gaps.
create table movements (
  customer_id text not null references accounts,
  movement bigint not null check (movement >= 1),
  -- The ledger entry; null for an adjustment.
  position bigint,
  kind text not null check (kind in ('purchase', 'refund', 'void', 'chargeback', 'adjustment')),
  -- Prevents booking twice: 'purchase', or the gateway's reversal (gateway/order.ts).
  reference text not null,
  -- 'attempt', 'records', 'event <id>' or 'person <name>'.
  cause text not null,
  gateway_transaction_id text,
  balance_after bigint not null,
  created_at timestamptz not null,
  primary key (customer_id, movement),
  unique (customer_id, position, reference),
  foreign key (customer_id, position) references transactions,
  check ((kind = 'adjustment') = (position is null))
);
create unique index movements_without_entry on movements (customer_id, reference) where position is null;
create trigger append_only before update or delete or truncate on movements execute function refuse_change();
create trigger named_by_operators before insert on movements
  for each row when (new.cause like 'person %') execute function require_operator();

-- A posting moves an amount between two accounts of one unit. Those of the customer are credits and bonus.
create table postings (
  customer_id text not null,
  movement bigint not null,
  debit_account text not null,
  credit_account text not null,
  -- US cents or credits.
  amount bigint not null check (amount > 0),
  primary key (customer_id, movement, debit_account, credit_account),
  foreign key (customer_id, movement) references movements,
  check (debit_account <> credit_account),
  check (
    (
      debit_account in ('gateway', 'sales', 'refunds', 'chargebacks')
      and credit_account in ('gateway', 'sales', 'refunds', 'chargebacks')
    ) or (
      debit_account in ('credits', 'bonus', 'credits_sold', 'promotions', 'adjustments')
      and credit_account in ('credits', 'bonus', 'credits_sold', 'promotions', 'adjustments')
    )
  )
);
create trigger append_only before update or delete or truncate on postings execute function refuse_change();

-- Purchases that never charge twice

-- open_purchase commits an attempt and its pending entry before the store asks the gateway; settle_purchase moves the money.
-- attempt_id is the caller's Idempotency-Key and the gateway's order id.
--   sending: a sale may have reached the gateway; its outcome is unknown
--   unsent:  the sale certainly did not reach the gateway; the same attempt may be sent again
--   settled: answered for good; every repetition gets the same answer
create table purchase_attempts (
  customer_id text not null,
  attempt_id uuid not null,
  fingerprint bytea not null,
  position bigint not null,
  state text not null default 'sending' check (state in ('sending', 'unsent', 'settled')),
  -- When the sale last went to the gateway.
  sent_at timestamptz not null,
  -- When to look the outcome up next; null: never. After giving up an attempt that the gateway does not know, the store looks again.
  check_at timestamptz,
  decided_by text check (decided_by in ('gateway', 'deadline')),
  created_at timestamptz not null,
  settled_at timestamptz,
  -- A settled attempt's answer: the purchase if refusal_detail (for the customer) is null, else a refusal with that code and text.
  refusal_code text,
  refusal_detail text,
  -- How often the sale went to the gateway.
  times_sent bigint not null default 1 check (times_sent >= 1),
  -- As in declines; cleared when the attempt settles.
  client_network cidr,
  -- The process that last sent the sale (presence.ts). Null: no process awaits the answer.
  sender int,
  -- The W3C traceparent of the request that left the attempt without an outcome, so that a later lookup can link to it.
  trace_parent text,
  -- The UUID of the directory with the lock file that decides whether the last opened sale is sent (payments/send-locks.ts). Null: maybe sent.
  send_locks uuid,
  primary key (customer_id, attempt_id),
  foreign key (customer_id, position) references transactions,
  check ((state = 'settled') = (decided_by is not null)),
  check (refusal_detail is null or state = 'settled'),
  check (refusal_code is null or refusal_detail is not null)
);
create index purchase_attempts_by_time on purchase_attempts (customer_id, created_at);
create index purchase_attempts_to_check on purchase_attempts (check_at) where check_at is not null;
-- find_decline_limit counts attempts in flight by customer and by network.
create index purchase_attempts_sending on purchase_attempts (customer_id) where state = 'sending';
create index purchase_attempts_by_network on purchase_attempts (client_network) where client_network is not null;

-- What the gateway may see only once, over all customers: the SHA-256 of a payment token, or an order id.
create table gateway_claims (
  kind text not null check (kind in ('token', 'order')),
  claim bytea not null,
  customer_id text not null,
  attempt_id uuid not null,
  primary key (kind, claim)
);

-- Attempts that the customer withdrew before they arrived. If such a request arrives later, it charges nothing.
create table withdrawn_attempts (
  customer_id text not null references accounts,
  attempt_id uuid not null,
  created_at timestamptz not null,
  primary key (customer_id, attempt_id)
);
create index withdrawn_attempts_by_time on withdrawn_attempts (customer_id, created_at);

-- Bank declines, counted to stop card testing. Deleted after two days, or if the card turns out to have been charged.
create table declines (
  customer_id text not null,
  attempt_id uuid not null,
  -- The client's IPv4 address, or the /64 of its IPv6 address (network_of). Null: unknown.
  network cidr,
  declined_at timestamptz not null,
  primary key (customer_id, attempt_id),
  foreign key (customer_id, attempt_id) references purchase_attempts
);
create index declines_by_customer on declines (customer_id, declined_at);
create index declines_by_network on declines (network, declined_at) where network is not null;
create index declines_by_time on declines (declined_at);

-- Stops purchases for a while after a burst of declines. One row for all processes.
create table decline_brake (
  only_row boolean primary key default true check (only_row),
  -- Null: off, and the store has logged that.
  on_until timestamptz,
  -- Earlier declines don't count, because an operator has judged them and released the brake.
  counts_from timestamptz not null default '-infinity',
  -- When purchases were last paused; operators see the declines just before. Null: never.
  put_on_at timestamptz
);
insert into decline_brake default values;

-- Refunds

-- Refunds and voids that an operator requested, committed before the store asks the gateway. An attempt has at most one open
-- request: no other is sent while an outcome is unknown.
--   sending   in progress, or the process that asked the gateway has ended
--   approved  the gateway approved it; its records don't show it yet
--   unknown   the gateway's answer was lost
--   recorded  the gateway's records show it, and it is booked
--   refused, unsent, given-up: not refunded (refused by the gateway, not reached, closed by an operator)
create table refund_requests (
  customer_id text not null,
  refund_id uuid not null,
  attempt_id uuid not null,
  kind text not null check (kind in ('refund', 'void')),
  amount_cents bigint not null check (amount_cents > 0),
  -- References of reversals that the gateway's records showed earlier. This one is not among them.
  references_before text[] not null,
  state text not null default 'sending' check (
    state in ('sending', 'approved', 'unknown', 'recorded', 'refused', 'unsent', 'given-up')
  ),
  -- From the gateway's answer: the refund's transaction, or the voided sale's.
  gateway_transaction_id text,
  requested_by text not null,
  requested_at timestamptz not null,
  ended_at timestamptz,
  primary key (customer_id, refund_id),
  foreign key (customer_id, attempt_id) references purchase_attempts,
  check ((ended_at is null) = (state in ('sending', 'approved', 'unknown')))
);
create index refund_requests_by_attempt on refund_requests (customer_id, attempt_id);
create unique index refund_requests_open on refund_requests (customer_id, attempt_id) where ended_at is null;
create index refund_requests_by_transaction on refund_requests (gateway_transaction_id) where gateway_transaction_id is not null;

-- What the card gateway reports

-- Stored before they are acknowledged, because the gateway never repeats an acknowledged event.
create table gateway_events (
  -- The gateway's event id, or the SHA-256 of the body if there is none.
  event_id text primary key check (length(event_id) between 1 and 200),
  event_type text not null,
  transaction_id text,
  order_id text,
  -- The body without personal and card data.
  body jsonb not null,
  received_at timestamptz not null,
  -- When to process it next; null: done.
  check_at timestamptz,
  -- Null until it is processed.
  outcome text,
  check ((check_at is null) = (outcome is not null))
);
create index gateway_events_open on gateway_events (check_at) where check_at is not null;
create index gateway_events_by_order on gateway_events (order_id, event_type) where order_id is not null;
create index gateway_events_by_transaction on gateway_events (transaction_id) where transaction_id is not null;

-- How far the store has read the gateway's records for outcomes without an event. One row. next_at is when some process continues.
create table gateway_sweeps (
  only_row boolean primary key default true check (only_row),
  swept_to timestamptz,
  next_at timestamptz not null
);
insert into gateway_sweeps (next_at) values (now());

-- Operators

-- Questions for an operator, with evidence. A closed case never reopens.
create table open_cases (
  case_id uuid primary key default gen_random_uuid(),
  kind text not null check (
    kind in (
      'return', 'chargeback', 'amount-mismatch', 'two-charges', 'outcome-unknown', 'refund-without-order',
      'event-unconfirmed', 'refund-unknown'
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
create trigger named_by_operators before insert or update of closed_by on open_cases
  for each row when (new.closed_by <> 'store') execute function require_operator();

-- The audit: who did what with the command, when, to whom, why, and the result. Only ids of customers, so it survives an erasure.
create table operator_actions (
  action_id uuid primary key,
  -- The order of recording.
  entry bigint not null generated always as identity unique,
  at timestamptz not null,
  operator text not null,
  -- The command as typed: 'refund', 'products change'.
  command text not null,
  customer_id text,
  -- What else it concerned: an attempt, a product, a case, a day.
  subject text,
  reason text,
  -- Amounts and changes.
  details jsonb not null,
  result text not null,
  -- The connected role, in addition to the name that the operator gave.
  database_user text default session_user
);
create index operator_actions_by_customer on operator_actions (customer_id, entry) where customer_id is not null;
create index operator_actions_by_subject on operator_actions (subject, entry) where subject is not null;
create trigger append_only before update or delete or truncate on operator_actions execute function refuse_change();

-- Delays the first ANALYZE until 1,000 rows, so that sessions don't cache full-scan plans for nearly empty tables.
do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'customers', 'accounts', 'transactions', 'ledger_blocks', 'purchase_attempts', 'gateway_claims', 'withdrawn_attempts',
    'movements', 'postings', 'open_cases', 'gateway_events', 'operator_actions', 'refund_requests', 'declines'
  ]
  loop
    execute format(
      'alter table %I set (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000)',
      v_table
    );
  end loop;
end
$$;
