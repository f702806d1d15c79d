-- Purchases that never charge twice. An attempt and its pending ledger entry are committed before the card gateway is
-- asked (open_purchase), and one function moves the money once the outcome is known (settle_purchase).

-- One row for each purchase attempt; attempt_id is the caller's Idempotency-Key and the gateway's order id.
--   sending: a sale may have reached the gateway; its outcome is not known yet
--   unsent:  the gateway was surely not reached; the same attempt may be sent again
--   settled: answered for good; answer_status and answer are what every repetition gets
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

-- Opens a purchase attempt, or tells what became of it.
--   opened            the caller, and nobody else, now sends the sale
--   in-progress       it is under way, or its outcome is not known yet
--   settled           answer_status and answer are its answer
--   key-reused        the attempt was made for another request
--   unknown-customer, unknown-product, too-many, token-used, order-taken: nothing was opened
-- p_product is { id, name, price_cents, credits, bonus_credits }, or null when the product is not on sale.
-- p_limit is how many attempts a customer may open within p_limit_window.
create function open_purchase(
  p_customer text,
  p_attempt uuid,
  p_fingerprint bytea,
  p_token_hash bytea,
  p_transaction uuid,
  p_product jsonb,
  p_now timestamptz,
  p_check_at timestamptz,
  p_limit bigint,
  p_limit_window interval
) returns table (outcome text, transaction_id uuid, amount_cents bigint, answer_status int, answer jsonb)
  language plpgsql
as $$
declare
  v_attempt purchase_attempts;
  v_entry transactions;
  v_position bigint;
begin
  perform from accounts where accounts.customer_id = p_customer for update;
  if not found then
    return query select 'unknown-customer', null::uuid, null::bigint, null::int, null::jsonb;
    return;
  end if;

  select * into v_attempt from purchase_attempts a where a.customer_id = p_customer and a.attempt_id = p_attempt;
  if found then
    select * into v_entry from transactions t where t.customer_id = p_customer and t.position = v_attempt.position;
    if v_attempt.fingerprint <> p_fingerprint then
      outcome := 'key-reused';
    elsif v_attempt.state = 'settled' then
      outcome := 'settled';
    elsif v_attempt.state = 'sending' then
      outcome := 'in-progress';
    else
      update purchase_attempts a set state = 'sending', sent_at = p_now, check_at = p_check_at
      where a.customer_id = p_customer and a.attempt_id = p_attempt;
      outcome := 'opened';
    end if;
    return query
      select outcome, v_entry.transaction_id, v_entry.amount_cents, v_attempt.answer_status, v_attempt.answer;
    return;
  end if;

  if p_product is null then
    outcome := 'unknown-product';
  elsif p_limit <= (
    select count(*) from purchase_attempts a
    where a.customer_id = p_customer and a.created_at > p_now - p_limit_window
  ) then
    outcome := 'too-many';
  else
    -- Where others claim the same in this moment, each insert waits for their outcome.
    insert into gateway_claims (kind, claim, customer_id, attempt_id)
    values ('token', p_token_hash, p_customer, p_attempt)
    on conflict do nothing;
    if not found then
      outcome := 'token-used';
    else
      insert into gateway_claims (kind, claim, customer_id, attempt_id)
      values ('order', uuid_send(p_attempt), p_customer, p_attempt)
      on conflict do nothing;
      if not found then
        delete from gateway_claims c where c.kind = 'token' and c.claim = p_token_hash;
        outcome := 'order-taken';
      end if;
    end if;
  end if;
  if outcome is not null then
    return query select outcome, null::uuid, null::bigint, null::int, null::jsonb;
    return;
  end if;

  update accounts a set entries = a.entries + 1 where a.customer_id = p_customer returning a.entries into v_position;
  insert into transactions as t (
    customer_id, position, transaction_id, order_id, status,
    product_id, product_name, amount_cents, credits, bonus_credits, created_at
  ) values (
    p_customer, v_position, p_transaction, p_attempt, 'pending',
    p_product ->> 'id', p_product ->> 'name', (p_product ->> 'price_cents')::bigint,
    (p_product ->> 'credits')::bigint, (p_product ->> 'bonus_credits')::bigint, p_now
  ) returning * into v_entry;
  perform count_entry(p_customer, 'pending', v_position, 1);
  insert into purchase_attempts (customer_id, attempt_id, fingerprint, position, sent_at, check_at, created_at)
  values (p_customer, p_attempt, p_fingerprint, v_position, p_now, p_check_at, p_now);

  return query select 'opened', v_entry.transaction_id, v_entry.amount_cents, null::int, null::jsonb;
end
$$;

-- Settles an attempt: the ledger entry, the balance, the counters and the answer change together, once. A repetition
-- changes nothing and gets the first answer; only an approval by the gateway outranks a failure that was decided by a
-- deadline, for a card that was charged is never shown as failed.
-- p_status is 'completed' or 'failed'; p_detail is the customer's text of a failure.
create function settle_purchase(
  p_customer text,
  p_attempt uuid,
  p_status text,
  p_decided_by text,
  p_gateway_transaction_id text,
  p_detail text,
  p_now timestamptz
) returns table (answer_status int, answer jsonb, moved boolean)
  language plpgsql
as $$
declare
  v_attempt purchase_attempts;
  v_entry transactions;
  v_balance bigint;
begin
  perform from accounts where accounts.customer_id = p_customer for update;
  select * into strict v_attempt from purchase_attempts a where a.customer_id = p_customer and a.attempt_id = p_attempt;
  select * into strict v_entry from transactions t where t.customer_id = p_customer and t.position = v_attempt.position;

  moved := v_attempt.state <> 'settled'
    or (v_attempt.decided_by = 'deadline' and p_decided_by = 'gateway' and p_status = 'completed');
  if not moved then
    return query select v_attempt.answer_status, v_attempt.answer, false;
    return;
  end if;

  if p_status = 'completed' then
    answer_status := 200;
    answer := jsonb_build_object(
      'transaction_id', v_entry.transaction_id,
      'credits_added', v_entry.credits + v_entry.bonus_credits,
      'amount_cents', v_entry.amount_cents
    );
    update accounts a set
      balance = a.balance + v_entry.credits + v_entry.bonus_credits,
      credits_purchased = a.credits_purchased + v_entry.credits + v_entry.bonus_credits,
      spent_cents = a.spent_cents + v_entry.amount_cents
    where a.customer_id = p_customer;
  else
    answer_status := 402;
    answer := jsonb_build_object('detail', p_detail);
  end if;

  select a.balance into strict v_balance from accounts a where a.customer_id = p_customer;
  update transactions t set
    status = p_status,
    balance_after = v_balance,
    gateway_transaction_id = p_gateway_transaction_id,
    settled_at = p_now
  where t.customer_id = p_customer and t.position = v_entry.position;
  perform count_entry(p_customer, v_entry.status, v_entry.position, -1);
  perform count_entry(p_customer, p_status, v_entry.position, 1);
  update purchase_attempts a set
    state = 'settled',
    decided_by = p_decided_by,
    answer_status = settle_purchase.answer_status,
    answer = settle_purchase.answer,
    settled_at = p_now
  where a.customer_id = p_customer and a.attempt_id = p_attempt;

  return query select settle_purchase.answer_status, settle_purchase.answer, true;
end
$$;
