-- What functions take and return, by the names that /v1 and /api use. `npm run sql-types` writes the same for TypeScript.
-- A comment lists the columns that have a value ('?': or null), for each outcome that has some. An outcome omits columns that
-- are null. What is given may have all columns.

-- The limit of credits in a call and in a balance, as in accounts_balance_bound.
create function max_credits() returns bigint
  language sql immutable
  return 1000000000000;

create domain credit_amount as bigint check (value between 1 and max_credits());

-- An account that stays locked until the transaction ends, with what has expired by now booked.
create type locked_account as (
  is_known boolean,
  balance bigint,
  held bigint,
  now timestamptz,
  top_up_below bigint
);

create type transaction_status as enum ('pending', 'completed', 'failed', 'refunded');

-- An attempt to open. expected_cents is the price that the customer agreed to; null accepts any. patience_ms is how long the sale may
-- take before the store looks its outcome up. ip_address is the client's; null if unknown. For the limits see find_decline_limit;
-- attempts_per_minute is how many a customer may open. sender is the process that sends the sale. send_locks is the directory with the
-- lock file that decides whether it does; null if there is none.
-- A new card has token_hash. To save it, new_card_id and vault_id are the caller's, unless the customer has max_cards already. A saved
-- card is card_id. signed_in_at and device (a SHA-256) are the customer's; null if unknown.
-- initiated_by is 'merchant' for an automatic top-up, which needs no sign-in; null: the customer.
create type purchase_order as (
  customer_id text,
  attempt_id uuid,
  fingerprint bytea,
  token_hash bytea,
  transaction_id uuid,
  product_id text,
  expected_cents bigint,
  patience_ms bigint,
  ip_address text,
  attempts_per_minute bigint,
  attempts_in_flight bigint,
  declines_per_customer bigint,
  declines_per_network bigint,
  sender int,
  send_locks uuid,
  card_id uuid,
  new_card_id uuid,
  vault_id text,
  max_cards bigint,
  signed_in_at timestamptz,
  device bytea,
  initiated_by text
);
comment on type purchase_order is
  'customer_id, attempt_id, fingerprint, transaction_id, product_id, patience_ms, attempts_per_minute, attempts_in_flight, declines_per_customer, declines_per_network, sender';

--   opened            only the caller sends the sale now; was_sent_before if it was sent earlier
--   settled           decided: with a refusal if refusal_detail is not null, else with the purchase
--   in-progress       in flight, or its outcome is unknown
--   withdrawn         the customer withdrew it before it arrived
--   key-reused        the attempt belongs to another request
--   blocked           an operator has blocked the customer's purchases
--   sign-in-needed    the device may use the card only within ten minutes of a sign-in
--   paused, too-many-declines, too-many-in-flight (find_decline_limit): retry after retry_after_s, if known
--   The others say themselves why nothing was opened.
create type purchase_outcome as enum (
  'opened', 'settled', 'in-progress', 'withdrawn', 'key-reused', 'unknown-customer', 'blocked', 'unknown-product',
  'price-changed', 'balance-full', 'too-many', 'token-used', 'order-taken', 'unknown-card', 'card-expired', 'sign-in-needed',
  'too-many-cards', 'paused', 'too-many-declines', 'too-many-in-flight'
);

-- sent_at is when an opened attempt's sale goes to the gateway. email is the customer's. vault_id is the gateway's name for the card
-- that pays or is saved.
create type purchase_opening as (
  outcome purchase_outcome,
  transaction_id uuid,
  amount_cents bigint,
  credits_added bigint,
  refusal_code text,
  refusal_detail text,
  was_sent_before boolean,
  sent_at timestamptz,
  email text,
  vault_id text,
  retry_after_s bigint
);
comment on type purchase_opening is '
  opened: transaction_id, amount_cents, was_sent_before, sent_at, email?, vault_id?
  settled: transaction_id, amount_cents, credits_added, refusal_code?, refusal_detail?
  paused, too-many-declines: retry_after_s';

-- A purchase, or a refund, void or chargeback in the gateway's records.
create type purchase_movement as (
  kind text,
  reference text,
  amount_cents bigint,
  gateway_transaction_id text
);
comment on type purchase_movement is 'kind, reference, amount_cents, gateway_transaction_id?';

-- How an attempt ended.
--
-- Completed: overrides every failure, because a charged card must never show as failed. Each of the reversals is booked once. Together
-- they take back credits in proportion to the refunded amount, rounded down; refunds beyond the amount take back nothing. The balance
-- may become negative. An earlier response stays; a first one after a full refund is refunded_code and refunded_detail.
--
-- Failed: settles an attempt only if it still has state and sent_at. refusal_code and refusal_detail are the error code and the text
-- for the customer. After look_again_ms the store reads the records once more; null: never. is_decline: a bank declined the card; it
-- counts as a decline unless the card turns out to have been charged. retry: for an automatic attempt (follow_top_up).
create type purchase_decision as (
  customer_id text,
  attempt_id uuid,
  status transaction_status,
  decided_by text,
  cause text,
  state text,
  sent_at timestamptz,
  gateway_transaction_id text,
  refusal_code text,
  refusal_detail text,
  look_again_ms bigint,
  is_decline boolean,
  retry text,
  reversals purchase_movement[],
  refunded_code text,
  refunded_detail text
);
comment on type purchase_decision is
  'customer_id, attempt_id, status, decided_by, cause, state, sent_at, gateway_transaction_id?, reversals, refunded_code, refunded_detail';

-- moved: this call settled the attempt or booked anything. status: the entry's, now. The response is a refusal if refusal_detail is not
-- null, else the purchase; there is none while the status is pending.
create type purchase_settlement as (
  moved boolean,
  status transaction_status,
  refunded_cents bigint,
  transaction_id uuid,
  amount_cents bigint,
  credits_added bigint,
  refusal_code text,
  refusal_detail text
);
comment on type purchase_settlement is
  'moved, status, refunded_cents, transaction_id, amount_cents, credits_added, refusal_code?, refusal_detail?';

--   withdrawn  the attempt had not arrived, and will never be sent
--   opened     it had arrived; its state is in the books
create type withdrawal_outcome as enum ('withdrawn', 'opened', 'unknown-customer', 'too-many');

create type top_up_saving as enum (
  'saved', 'unknown-customer', 'blocked', 'unknown-product', 'price-changed', 'limit-below-price', 'threshold-too-high',
  'unknown-card', 'card-expired', 'card-refused', 'sign-in-needed'
);

-- An automatic charge to open if every rule allows it. interval_ms is the shortest time between two. duplicate_ms is how long the gateway
-- refuses the same card and amount. per_day is the maximum number within 24 hours. pool_account is what the user pool said of the
-- customer at most a minute ago: a PoolAccount of identity/pool-accounts.ts. The others are as in purchase_order.
create type top_up_order as (
  customer_id text,
  attempt_id uuid,
  transaction_id uuid,
  patience_ms bigint,
  attempts_per_minute bigint,
  attempts_in_flight bigint,
  declines_per_customer bigint,
  sender int,
  send_locks uuid,
  interval_ms bigint,
  duplicate_ms bigint,
  per_day bigint,
  pool_account text
);
comment on type top_up_order is
  'customer_id, attempt_id, transaction_id, patience_ms, attempts_per_minute, attempts_in_flight, declines_per_customer, sender, send_locks?, interval_ms, duplicate_ms, per_day, pool_account';

--   opened   only the caller sends the sale now
--   waiting  a rule delays it; the request has its next try
--   paused   top-up was paused, because the customer has to decide
--   dropped  the request is not needed any more, or may not be charged
--   none     no request is due, for example because another process has opened it
create type top_up_outcome as enum ('opened', 'waiting', 'paused', 'dropped', 'none');

create type top_up_opening as (
  outcome top_up_outcome,
  reason text,
  transaction_id uuid,
  amount_cents bigint,
  sent_at timestamptz,
  email text,
  card_id uuid,
  vault_id text,
  initial_transaction_id text
);
comment on type top_up_opening is '
  opened: transaction_id, amount_cents, sent_at, email?, card_id, vault_id, initial_transaction_id
  waiting, paused, dropped: reason';

--   out-of-bounds  no change: more than max_credits, or the balance would be, counting purchases in flight
--   below-zero     no change: the balance would be negative, and may not be
create type adjustment_outcome as enum ('adjusted', 'adjusted-before', 'unknown-customer', 'out-of-bounds', 'below-zero');

create type credit_adjustment as (outcome adjustment_outcome, balance bigint);
comment on type credit_adjustment is 'adjusted, adjusted-before, out-of-bounds, below-zero: balance';

-- Calls of the merchant's API, and what they return. The types merchant_* are those of /v1, with its order of fields.

create type credit_call_name as enum ('spend', 'return', 'hold', 'capture', 'extend', 'release', 'grant', 'void');

-- Without its credits, a capture spends all of the hold. cause is 'api <prefix of the key>' or 'person <name>'.
create type credit_call as (
  call credit_call_name,
  customer_id text,
  id uuid,
  return_id uuid,
  credits credit_amount,
  reference text,
  description text,
  reason text,
  priority bigint,
  expires_in bigint,
  expires_at timestamptz,
  cause text
);
comment on type credit_call is 'call, customer_id, id, cause';

create type merchant_customer as (id text, email text, balance bigint, held bigint, available bigint);
comment on type merchant_customer is 'id, email?, balance, held, available';

create type merchant_spend as (
  id uuid,
  customer_id text,
  credits bigint,
  returned bigint,
  reference text,
  created_at text,
  balance bigint,
  held bigint,
  available bigint
);
comment on type merchant_spend is 'id, customer_id, credits, returned, reference?, created_at, balance, held, available';

create type hold_state as enum ('open', 'captured', 'released', 'expired');

create type merchant_hold as (
  id uuid,
  customer_id text,
  credits bigint,
  state hold_state,
  captured bigint,
  expires_at text,
  balance bigint,
  held bigint,
  available bigint
);
comment on type merchant_hold is 'id, customer_id, credits, state, captured, expires_at, balance, held, available';

create type grant_kind as enum ('purchase', 'bonus', 'promotion', 'adjustment');

create type merchant_grant as (
  id uuid,
  kind grant_kind,
  credits bigint,
  remaining bigint,
  held bigint,
  priority bigint,
  expires_at text,
  created_at text,
  customer_id text,
  reason text
);
comment on type merchant_grant is
  'id, kind, credits, remaining, held, priority, expires_at?, created_at, customer_id, reason?';

-- Up to repeated, the call is done.
--   id-reused      the id belongs to a call with different content
--   balance-full   the balance would exceed max_credits, counting purchases in flight
--   hold-captured  before, with a different amount
create type credit_outcome as enum (
  'created', 'captured', 'extended', 'released', 'voided', 'repeated',
  'id-reused', 'customer-not-found', 'customer-blocked', 'insufficient-credits', 'balance-full', 'expires-in-past',
  'spend-not-found', 'exceeds-spend', 'hold-not-found', 'hold-captured', 'hold-released', 'hold-expired', 'exceeds-hold',
  'grant-not-found'
);

-- A repeated call returns the sums of the first one. spend, hold or grant is what the call made or changed.
create type credit_result as (
  outcome credit_outcome,
  spend merchant_spend,
  hold merchant_hold,
  "grant" merchant_grant,
  required bigint,
  available bigint,
  returnable bigint,
  held bigint,
  captured bigint
);
comment on type credit_result is '
  created, captured, extended, released, voided, repeated: spend?, hold?, grant?
  insufficient-credits: required, available
  exceeds-spend: returnable
  exceeds-hold: held
  hold-captured: captured';

-- An automatic charge in an event.
create type merchant_top_up as (
  id uuid,
  customer_id text,
  status text,
  product_name text,
  amount_cents bigint,
  credits bigint,
  failure_reason text,
  required_credits bigint,
  covers_required boolean,
  balance bigint,
  held bigint,
  available bigint
);

create type merchant_top_up_pause as (
  id text, reason text, paused_at text, balance bigint, held bigint, available bigint
);

-- What follows from an attempt to deliver an event. disabled: the endpoint gets no more until an operator enables it.
create type delivery_consequence as enum ('delivered', 'retried', 'given-up', 'disabled');
