-- Opens purchase attempts, or returns their state (purchase_outcome lists the outcomes). Price and credits come from the product's latest
-- version.
create function open_purchases(p_orders purchase_order[]) returns setof purchase_opening
  language plpgsql
as $$
declare
  v_openings purchase_opening[];
begin
  -- Network limits concern only customers without an approved purchase. The others' batches needn't wait for each other's commits.
  perform lock_sites(array(
    select ip_address from unnest(p_orders) orders
    where not exists (select from accounts where customer_id = orders.customer_id and spent_cents > 0)
  ));
  if cardinality(p_orders) > 1 then
    v_openings := open_together(p_orders);
  end if;
  for v_place in 1 .. cardinality(p_orders)
  loop
    return next case
      when v_openings[v_place].outcome is null then open_purchase(p_orders[v_place])
      else v_openings[v_place]
    end;
  end loop;
end
$$;

-- Opens one attempt. The caller locks the site of the client's address.
create function open_purchase(p_order purchase_order) returns purchase_opening
  language plpgsql
as $$
declare
  v_customer text := p_order.customer_id;
  v_network cidr := network_of(p_order.ip_address);
  v_opening purchase_opening;
  v_outcome text;
  v_position bigint;
  v_balance bigint;
  v_attempt purchase_attempts;
  v_entry transactions;
  v_product product_versions;
  v_limit record;
  v_limited_until timestamptz;
  v_is_proven boolean;
  v_now timestamptz;
  v_check_at timestamptz;
  v_is_blocked boolean;
  v_undecided bigint;
  v_in_flight bigint;
begin
  select entries + 1, balance, spent_cents > 0 into v_position, v_balance, v_is_proven from accounts
  where customer_id = v_customer for no key update;
  if not found then
    v_opening.outcome := 'unknown-customer';
    return v_opening;
  end if;
  select blocked_at is not null, email into v_is_blocked, v_opening.email from customers where customer_id = v_customer;
  -- Read the clock under the lock, so that a customer's entries are in chronological order.
  -- Truncate it to milliseconds, because JavaScript sends sent_at back with that precision.
  v_now := date_trunc('milliseconds', store_now());
  v_check_at := v_now + p_order.patience_ms * interval '1 ms';

  -- An attempt past check_at isn't in flight: the store looks up its outcome, and counts a decline only then.
  select count(*), count(*) filter (where sender is not null and check_at > v_now) into v_undecided, v_in_flight
  from purchase_attempts where customer_id = v_customer and state = 'sending';
  -- Skip undecided_credits for most purchases, because it is an extra statement.
  if v_undecided > 0 then
    v_balance := v_balance + undecided_credits(v_customer);
  end if;

  select * into v_attempt from purchase_attempts where customer_id = v_customer and attempt_id = p_order.attempt_id;
  if found then
    v_entry := entry_of(v_attempt);
    v_opening.transaction_id := v_entry.transaction_id;
    v_opening.amount_cents := v_entry.amount_cents;
    v_opening.credits_added := v_entry.credits + v_entry.bonus_credits;
    v_opening.refusal_code := v_attempt.refusal_code;
    v_opening.refusal_detail := v_attempt.refusal_detail;
    v_outcome := case
      when v_attempt.fingerprint <> p_order.fingerprint then 'key-reused'
      when v_attempt.state = 'settled' then 'settled'
      when v_attempt.state = 'sending' then 'in-progress'
      when v_is_blocked then 'blocked'
      when p_order.expected_cents <> v_entry.amount_cents then 'price-changed'
      when v_balance + v_opening.credits_added > max_credits() then 'balance-full'
      else 'opened'
    end;
  else
    select * into v_product from product_versions where product_id = p_order.product_id order by version desc limit 1;
    v_limited_until := greatest(
      (
        select created_at + interval '1 minute' from purchase_attempts
        where customer_id = v_customer and created_at > v_now - interval '1 minute'
        order by created_at desc offset p_order.attempts_per_minute - 1 limit 1
      ),
      -- Otherwise, a thief could check any number of cards for free by removing those that work.
      (
        select created_at + interval '1 day' from purchase_attempts
        where p_order.product_id is null and customer_id = v_customer and position is null
          and created_at > v_now - interval '1 day'
        order by created_at desc offset p_order.max_cards - 1 limit 1
      )
    );
    v_opening.retry_after_s := ceil(extract(epoch from v_limited_until - v_now));
    v_outcome := case
      when exists (select from withdrawn_attempts where customer_id = v_customer and attempt_id = p_order.attempt_id)
        then 'withdrawn'
      when v_is_blocked then 'blocked'
      when p_order.product_id is not null and v_product.on_sale is not true then 'unknown-product'
      when p_order.expected_cents <> v_product.price_cents then 'price-changed'
      when v_balance + v_product.credits + v_product.bonus_credits > max_credits() then 'balance-full'
      when v_limited_until is not null then 'too-many'
      else 'opened'
    end;
  end if;
  if v_outcome = 'opened' and p_order.product_id is null and not is_recent_sign_in(p_order.signed_in_at, v_now) then
    v_outcome := 'sign-in-needed';
  end if;
  if v_outcome = 'opened' and p_order.card_id is not null then
    v_outcome := coalesce(refuse_card(
      v_customer, p_order.card_id, case p_order.initiated_by when 'merchant' then v_now else p_order.signed_in_at end,
      p_order.device, v_now
    ), v_outcome);
  end if;
  if v_outcome = 'opened' and p_order.new_card_id is not null and v_attempt.attempt_id is null and p_order.max_cards <= (
    select count(*) from cards where customer_id = v_customer and state in ('saving', 'saved')
  ) then
    v_outcome := 'too-many-cards';
  end if;
  v_opening.outcome := v_outcome;
  if v_outcome <> 'opened' then
    return v_opening;
  end if;

  v_limit := find_decline_limit(
    v_customer, v_network, v_is_proven, v_in_flight, p_order.attempts_in_flight, p_order.declines_per_customer,
    p_order.declines_per_network, v_now
  );
  if v_limit.limited is not null then
    v_opening.outcome := v_limit.limited;
    v_opening.retry_after_s := ceil(extract(epoch from v_limit.limited_until - v_now));
    return v_opening;
  end if;

  v_opening.was_sent_before := v_attempt.attempt_id is not null;
  -- Each time an attempt is sent, it needs a distinct sent_at.
  v_opening.sent_at := greatest(v_now, v_attempt.sent_at + interval '1 ms');
  if v_opening.was_sent_before then
    update purchase_attempts set
      state = 'sending',
      sent_at = v_opening.sent_at,
      times_sent = times_sent + 1,
      client_network = v_network,
      sender = p_order.sender,
      send_locks = p_order.send_locks,
      check_at = v_check_at
    where customer_id = v_customer and attempt_id = p_order.attempt_id;
  else
    v_outcome := claim_order(p_order);
    if v_outcome is not null then
      v_opening.outcome := v_outcome;
      return v_opening;
    end if;
    v_opening.transaction_id := p_order.transaction_id;
    v_opening.amount_cents := coalesce(v_product.price_cents, 0);
    if p_order.product_id is null then
      v_position := null;
    else
      update accounts set entries = v_position where customer_id = v_customer;
      insert into transactions (
        customer_id, position, transaction_id, order_id, status,
        product_id, product_name, amount_cents, credits, bonus_credits, credits_expire_days, bonus_expire_days, created_at,
        is_automatic
      ) values (
        v_customer, v_position, p_order.transaction_id, p_order.attempt_id, 'pending',
        v_product.product_id, v_product.name, v_product.price_cents, v_product.credits, v_product.bonus_credits,
        v_product.credits_expire_days, v_product.bonus_expire_days, v_now,
        coalesce(p_order.initiated_by = 'merchant', false)
      );
      perform count_entry(v_customer, 'pending', v_position);
    end if;
    insert into purchase_attempts (
      customer_id, attempt_id, fingerprint, position, sent_at, check_at, created_at, client_network, sender,
      send_locks, card_id, initiated_by
    )
    values (
      v_customer, p_order.attempt_id, p_order.fingerprint, v_position, v_now, v_check_at, v_now, v_network, p_order.sender,
      p_order.send_locks, p_order.card_id, coalesce(p_order.initiated_by, 'customer')
    );
    if p_order.new_card_id is not null then
      insert into cards (customer_id, card_id, vault_id, attempt_id, devices, check_at, created_at)
      values (
        v_customer, p_order.new_card_id, p_order.vault_id, p_order.attempt_id, array_remove(array[p_order.device], null),
        v_check_at, v_now
      );
    end if;
  end if;
  if p_order.card_id is not null or p_order.new_card_id is not null then
    v_opening.vault_id := use_card(
      v_customer, p_order.attempt_id, p_order.card_id, p_order.signed_in_at, p_order.device, v_now
    );
  end if;
  return v_opening;
end
$$;

-- Returns an attempt's ledger entry. A card check has none, so its result has the check's outcome and no amounts.
create function entry_of(p_attempt purchase_attempts) returns transactions
  language plpgsql
as $$
declare
  v_entry transactions;
begin
  if p_attempt.position is not null then
    select * into strict v_entry from transactions where customer_id = p_attempt.customer_id and position = p_attempt.position;
    return v_entry;
  end if;
  v_entry.transaction_id := p_attempt.attempt_id;
  v_entry.status := case
    when p_attempt.state <> 'settled' then 'pending'
    when p_attempt.refusal_detail is null then 'completed'
    else 'failed'
  end;
  v_entry.amount_cents := 0;
  v_entry.refunded_cents := 0;
  v_entry.credits := 0;
  v_entry.bonus_credits := 0;
  return v_entry;
end
$$;

-- Claims an order's token and id for its attempt. Returns null on success, otherwise why it can't. Each insert waits for the outcome of a
-- concurrent claim.
create function claim_order(p_order purchase_order) returns text
  language plpgsql
as $$
begin
  if p_order.token_hash is not null then
    insert into gateway_claims (kind, claim, customer_id, attempt_id)
    values ('token', p_order.token_hash, p_order.customer_id, p_order.attempt_id)
    on conflict do nothing;
    if not found then
      return 'token-used';
    end if;
  end if;
  insert into gateway_claims (kind, claim, customer_id, attempt_id)
  values ('order', uuid_send(p_order.attempt_id), p_order.customer_id, p_order.attempt_id)
  on conflict do nothing;
  if not found then
    delete from gateway_claims where kind = 'token' and claim = p_order.token_hash;
    return 'order-taken';
  end if;
  return null;
end
$$;

-- Returns the credits of a customer's purchases in flight. If all are charged, the balance must stay within accounts_balance_bound.
create function undecided_credits(p_customer text) returns bigint
  language plpgsql
as $$
begin
  return (
    select coalesce(sum(credits + bonus_credits), 0)
    from purchase_attempts join transactions using (customer_id, position)
    where customer_id = p_customer and state = 'sending'
  );
end
$$;
