-- Types that functions take and return, named as in /v1 and /api. `npm run sql-types` generates the same types for TypeScript.
-- A type's `comment` lists the columns that have a value, for each outcome that has any. '?' means that a column can be null. Results omit
-- null columns. Parameters can have values in all columns.

-- Returns the maximum credits of a call and of a balance, as in the constraint accounts_balance_bound.
create function max_credits() returns bigint
  language sql immutable
  return 1000000000000;

create domain credit_amount as bigint check (value between 1 and max_credits());

-- An account that is locked until the transaction ends. Its expired credits are already booked. With a spending limit, used_month is the
-- month of `now`; otherwise, it and used are null.
create type locked_account as (
  is_known boolean,
  balance bigint,
  held bigint,
  now timestamptz,
  top_up_below bigint,
  spending_limit bigint,
  used bigint,
  used_month timestamptz
);

create type transaction_status as enum ('pending', 'completed', 'failed', 'refunded');

-- An attempt to open. expected_cents is the price that the customer agreed to; null accepts any price. patience_ms is how long the
-- sale can take before the store looks up its outcome. ip_address is the client's; null if unknown. For the limits, see find_decline_limit;
-- attempts_per_minute limits a customer's attempts. sender is the process that sends the sale. send_locks is the directory whose lock file
-- decides whether the sale is sent; null if there is none.
-- token_hash is a new card's token. To save that card, the caller sets new_card_id and vault_id; a customer can have up to max_cards. card_id
-- is a saved card. signed_in_at and device (a SHA-256) are the customer's; null if unknown.
-- Without product_id, the attempt only checks a new card and saves it.
-- initiated_by is 'merchant' for an automatic top-up, which needs no sign-in. Null means the customer.
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
  'customer_id, attempt_id, fingerprint, transaction_id, patience_ms, attempts_per_minute, attempts_in_flight, declines_per_customer, declines_per_network, sender';

--   opened            the caller, and no other, must send the sale now; was_sent_before if it was sent earlier
--   settled           the outcome is final: a refusal if refusal_detail is not null, otherwise a purchase
--   in-progress       the sale is in flight, or its outcome is unknown
--   withdrawn         the customer withdrew the attempt before it arrived
--   key-reused        a different request has already used the attempt's id
--   blocked           an operator has blocked the customer's purchases
--   sign-in-needed    the device can use or add the card only within ten minutes of a sign-in
--   paused, too-many-declines, too-many-in-flight: see find_decline_limit; retry after retry_after_s, if known
--   The other names say why nothing was opened.
create type purchase_outcome as enum (
  'opened', 'settled', 'in-progress', 'withdrawn', 'key-reused', 'unknown-customer', 'blocked', 'unknown-product',
  'price-changed', 'balance-full', 'too-many', 'token-used', 'order-taken', 'unknown-card', 'card-expired', 'sign-in-needed',
  'too-many-cards', 'paused', 'too-many-declines', 'too-many-in-flight'
);

-- sent_at is when an opened attempt's sale is sent to the gateway. email is the customer's. vault_id is the gateway's id for the card that
-- pays or is saved.
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
  paused, too-many, too-many-declines: retry_after_s';

-- A purchase, or a refund, void or chargeback in the gateway's records.
create type purchase_movement as (
  kind text,
  reference text,
  amount_cents bigint,
  gateway_transaction_id text
);
comment on type purchase_movement is 'kind, reference, amount_cents, gateway_transaction_id?';

-- An attempt's final outcome.
--
-- Completed: overrides every failure, because a charged card must never show as failed. Each reversal is booked once. Reversals remove
-- credits in proportion to the refunded amount, rounded down; refunds beyond the amount remove none. The balance can become negative. A
-- later refund doesn't change the response. If a purchase completes fully refunded, its response is refunded_code and refunded_detail.
--
-- Failed: settles an attempt only if its state and sent_at still match. refusal_code and refusal_detail are the error code and the text for
-- the customer. After look_again_ms, the store reads the gateway's records again; null means never. is_decline counts as a decline unless
-- the store later finds that the card was charged. For retry, see follow_top_up.
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

-- moved is whether this call settled the attempt or booked anything. status is the ledger entry's current status. The response is a refusal
-- if refusal_detail is not null, otherwise the purchase. A pending entry has no response.
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

--   withdrawn  the attempt had not arrived, and its sale will never be sent
--   opened     the attempt had already arrived; purchase_attempts has its state
create type withdrawal_outcome as enum ('withdrawn', 'opened', 'unknown-customer', 'too-many');

create type top_up_saving as enum (
  'saved', 'unknown-customer', 'blocked', 'unknown-product', 'price-changed', 'limit-below-price', 'threshold-too-high',
  'unknown-card', 'card-expired', 'card-refused', 'sign-in-needed'
);

create type limit_saving as enum ('saved', 'unknown-customer', 'sign-in-needed');

create type spending_limit_state as (monthly_credits bigint, used bigint, resets_at text);
comment on type spending_limit_state is 'monthly_credits?, used, resets_at';

create type deletion_outcome as enum ('requested', 'unknown-customer', 'sign-in-needed', 'open-purchase');

create type deletion_request as (outcome deletion_outcome, requested_at timestamptz);
comment on type deletion_request is '
  requested: requested_at';

-- An automatic charge to open if every rule allows it. interval_ms is the minimum time between two charges. duplicate_ms is how long the
-- gateway rejects another charge of the same card and amount. per_day is the maximum number of charges within 24 hours. pool_account is the
-- customer's PoolAccount (identity/pool-accounts.ts), read at most a minute ago. The others are as in purchase_order.
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

--   opened   the caller, and no other, must send the sale now
--   waiting  a rule delays the charge until the request's try_at
--   paused   top-up is now paused, because the customer must decide something
--   dropped  the charge is no longer needed or allowed
--   none     no request is due, for example because another process has opened its attempt
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

-- A refund to open. An operator can refund a part. Without an operator, a customer can refund all that is left, within `days` of the purchase
-- (0: never). refunded_cents is what was refunded when the caller planned the refund. patience_ms is how long the refund can take before the
-- store looks up its outcome.
create type refund_order as (
  customer_id text, attempt_id uuid, refund_id uuid, kind text, amount_cents bigint, references_before text[], operator text,
  refunded_cents bigint, patience_ms bigint, days bigint, signed_in_at timestamptz
);
comment on type refund_order is 'customer_id, attempt_id, refunded_cents, patience_ms, days';

--   opened     the caller, and no other, must send the refund now
--   requested  a refund was started, and its outcome is not known yet
--   refunded   the customer started a refund, and it is booked
--   blocked    an operator blocked the customer, or the customer's data was erased after the purchase
--   changed    the purchase was refunded or changed since the caller planned the refund
--   The other names say why nothing was opened: contract/refunds.ts.
create type refund_outcome as enum (
  'allowed', 'opened', 'requested', 'refunded', 'blocked', 'sign-in-needed', 'changed', 'off', 'not-completed', 'too-late',
  'disputed', 'not-latest', 'credits-spent', 'credits-held', 'too-often'
);

-- The fields of GET /api/transactions/{id}/refund.
create type refund_opening as (
  amount_cents bigint, credits bigint, spent bigint, until timestamptz, requested_at timestamptz, outcome refund_outcome
);
comment on type refund_opening is 'amount_cents, credits, spent, until?, requested_at?, outcome';

--   out-of-bounds  no change: the credits, or the balance with purchases in flight, would exceed max_credits
--   below-zero     no change: the balance would become negative, which the caller doesn't allow
create type adjustment_outcome as enum ('adjusted', 'adjusted-before', 'unknown-customer', 'out-of-bounds', 'below-zero');

create type credit_adjustment as (outcome adjustment_outcome, balance bigint);
comment on type credit_adjustment is 'adjusted, adjusted-before, out-of-bounds, below-zero: balance';

-- Calls of the merchant's API, and their results. The types merchant_* match those of /v1, including the order of fields.

create type credit_call_name as enum ('spend', 'return', 'hold', 'capture', 'extend', 'release', 'grant', 'void');

-- A capture without credits spends the whole hold. cause is 'api <key prefix>' or 'person <name>'.
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

-- The outcomes up to 'repeated' mean success.
--   id-reused      the id belongs to a call with different content
--   balance-full   the balance, with purchases in flight, would exceed max_credits
--   hold-captured  the hold was captured before, with a different amount
create type credit_outcome as enum (
  'created', 'captured', 'extended', 'released', 'voided', 'repeated',
  'id-reused', 'customer-not-found', 'customer-blocked', 'spending-limit-reached', 'insufficient-credits', 'balance-full',
  'expires-in-past', 'spend-not-found', 'exceeds-spend', 'hold-not-found', 'hold-captured', 'hold-released', 'hold-expired', 'exceeds-hold',
  'grant-not-found'
);

-- A repeated call returns the balances of the first call. spend, hold or grant is what the call created or changed.
create type credit_result as (
  outcome credit_outcome,
  spend merchant_spend,
  hold merchant_hold,
  "grant" merchant_grant,
  spending_limit bigint,
  used bigint,
  resets_at text,
  required bigint,
  available bigint,
  returnable bigint,
  held bigint,
  captured bigint
);
comment on type credit_result is '
  created, captured, extended, released, voided, repeated: spend?, hold?, grant?
  spending-limit-reached: spending_limit, used, resets_at
  insufficient-credits: required, available
  exceeds-spend: returnable
  exceeds-hold: held
  hold-captured: captured';

-- An automatic charge, as events report it.
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

-- The result of an attempt to deliver an event. 'disabled' means that the endpoint gets no events until an operator enables it.
create type delivery_consequence as enum ('delivered', 'retried', 'given-up', 'disabled');
