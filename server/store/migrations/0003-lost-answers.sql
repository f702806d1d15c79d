-- What a customer's app may do about an attempt whose answer it lost, and the price that it may insist on.

-- Attempts that were given up before they had arrived: should such a request still come, it charges nothing.
create table withdrawn_attempts (
  customer_id text not null references accounts,
  attempt_id uuid not null,
  created_at timestamptz not null,
  primary key (customer_id, attempt_id)
);

create index withdrawn_attempts_by_time on withdrawn_attempts (customer_id, created_at);

drop function open_purchase(text, uuid, bytea, bytea, uuid, jsonb, timestamptz, timestamptz, bigint, interval);

-- Opens a purchase attempt, or tells what became of it.
--   opened            the caller, and nobody else, now sends the sale
--   in-progress       it is under way, or its outcome is not known yet
--   settled           answer_status and answer are its answer
--   withdrawn         the customer gave it up before it arrived
--   key-reused        the attempt was made for another request
--   unknown-customer, unknown-product, price-changed, too-many, token-used, order-taken: nothing was opened
-- p_product is { id, name, price_cents, credits, bonus_credits }, or null when the product is not on sale.
-- p_limit is how many attempts a customer may open within p_limit_window.
-- p_expected_cents is what the customer agreed to pay; null: whatever the price is.
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
  p_limit_window interval,
  p_expected_cents bigint
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
    elsif p_expected_cents <> v_entry.amount_cents then
      outcome := 'price-changed';
    else
      update purchase_attempts a set state = 'sending', sent_at = p_now, check_at = p_check_at
      where a.customer_id = p_customer and a.attempt_id = p_attempt;
      outcome := 'opened';
    end if;
    return query
      select outcome, v_entry.transaction_id, v_entry.amount_cents, v_attempt.answer_status, v_attempt.answer;
    return;
  end if;

  if exists (
    select from withdrawn_attempts w where w.customer_id = p_customer and w.attempt_id = p_attempt
  ) then
    outcome := 'withdrawn';
  elsif p_product is null then
    outcome := 'unknown-product';
  elsif p_expected_cents <> (p_product ->> 'price_cents')::bigint then
    outcome := 'price-changed';
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

-- Gives an attempt up unless a sale of it may have reached the gateway: one that has not arrived never will be sent, and
-- one that surely did not reach the gateway is settled as failed.
--   withdrawn         it had not arrived
--   opened            it had; what became of it is in the books
--   unknown-customer, too-many: nothing was done
-- p_limit is how many attempts a customer may withdraw within p_limit_window.
create function withdraw_purchase(
  p_customer text,
  p_attempt uuid,
  p_detail text,
  p_now timestamptz,
  p_limit bigint,
  p_limit_window interval
) returns text
  language plpgsql
as $$
declare
  v_state text;
begin
  perform from accounts where accounts.customer_id = p_customer for update;
  if not found then
    return 'unknown-customer';
  end if;

  select a.state into v_state from purchase_attempts a where a.customer_id = p_customer and a.attempt_id = p_attempt;
  if found then
    if v_state = 'unsent' then
      perform settle_purchase(p_customer, p_attempt, 'failed', 'deadline', null, p_detail, p_now);
    end if;
    return 'opened';
  end if;

  if exists (
    select from withdrawn_attempts w where w.customer_id = p_customer and w.attempt_id = p_attempt
  ) then
    return 'withdrawn';
  end if;
  if p_limit <= (
    select count(*) from withdrawn_attempts w
    where w.customer_id = p_customer and w.created_at > p_now - p_limit_window
  ) then
    return 'too-many';
  end if;
  insert into withdrawn_attempts (customer_id, attempt_id, created_at) values (p_customer, p_attempt, p_now);
  return 'withdrawn';
end
$$;
