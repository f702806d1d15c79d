-- Opens a purchase attempt, or returns its state.
--   opened            only the caller sends the sale now; was_sent_before if it was sent earlier
--   in-progress in flight, or its outcome is unknown
--   settled           answered: with a refusal if refusal_detail is not null, else with the purchase
--   withdrawn         the customer withdrew it before it arrived
--   key-reused        the attempt belongs to another request
--   blocked           an operator has blocked the customer's purchases; nothing was opened
--   unknown-customer, unknown-product, price-changed, balance-full, too-many, token-used, order-taken: nothing was opened
--   unknown-card, card-expired, sign-in-needed (refuse_card), too-many-cards: nothing was opened
--   paused, too-many-declines, too-many-in-flight: nothing was opened or sent; retry after retry_after_s, if known
-- Price and credits come from the product's latest version.
-- p_expected_cents is the price that the customer agreed to; null accepts any.
-- p_patience_ms is how long the sale may take before the store looks its outcome up.
-- p_network is the client's network (lock_networks); null if unknown. For p_in_flight and p_declines_… see find_decline_limit.
-- p_sender is the process that sends the sale if it opens. p_send_locks is the directory with the lock file that decides
-- whether it does; null if there is none.
-- p_limit is the maximum number of attempts that a customer may open in a minute.
-- A new card has p_token_hash. To save it, the caller gives it p_new_card and p_vault, unless the customer has p_max_cards already.
-- A saved card is p_card. p_signed_in_at and p_device (a SHA-256) are the caller's; null if unknown. vault_id is the gateway's name for
-- either card; null: it isn't saved.
-- p_initiated_by is 'merchant' for an automatic top-up, which needs no sign-in.
-- sent_at is when an opened attempt's sale goes to the gateway. email is the customer's address, if known.
create function open_purchase(
  p_customer text,
  p_attempt uuid,
  p_fingerprint bytea,
  p_token_hash bytea,
  p_transaction uuid,
  p_product_id text,
  p_expected_cents bigint,
  p_patience_ms bigint,
  p_limit bigint,
  p_network cidr,
  p_in_flight bigint,
  p_declines_per_customer bigint,
  p_declines_per_network bigint,
  p_sender int,
  p_send_locks uuid,
  p_card uuid,
  p_new_card uuid,
  p_vault text,
  p_max_cards bigint,
  p_signed_in_at timestamptz,
  p_device bytea,
  p_initiated_by text default 'customer',
  out outcome text,
  out transaction_id uuid,
  out amount_cents bigint,
  out credits_added bigint,
  out refusal_code text,
  out refusal_detail text,
  out was_sent_before boolean,
  out sent_at timestamptz,
  out email text,
  out vault_id text,
  out retry_after_s bigint
)
  language plpgsql
as $$
#variable_conflict use_column
declare
  v_position bigint;
  v_balance bigint;
  v_attempt purchase_attempts;
  v_entry transactions;
  v_product product_versions;
  v_limit record;
  v_is_proven boolean;
  v_now timestamptz;
  v_is_blocked boolean;
  v_undecided bigint;
  v_in_flight bigint;
  v_undecided_credits bigint := 0;
begin
  select entries + 1, balance, spent_cents > 0 into v_position, v_balance, v_is_proven from accounts
  where customer_id = p_customer for no key update;
  if not found then
    outcome := 'unknown-customer';
    return;
  end if;
  select blocked_at is not null, email into v_is_blocked, open_purchase.email from customers where customer_id = p_customer;
  -- Read under the lock, so that a customer's entries are in chronological order.
  -- In milliseconds, because JavaScript sends sent_at back.
  v_now := date_trunc('milliseconds', store_now());

  -- An attempt whose outcome the store looks up later counts as a decline only once its outcome is known.
  select count(*), count(*) filter (where sender is not null and check_at > v_now) into v_undecided, v_in_flight
  from purchase_attempts where customer_id = p_customer and state = 'sending';

  -- A separate statement, because most purchases don't need it and it would be planned with each call.
  if v_undecided > 0 then
    select sum(credits + bonus_credits) into v_undecided_credits
    from purchase_attempts join transactions using (customer_id, position)
    where customer_id = p_customer and state = 'sending';
  end if;

  select * into v_attempt from purchase_attempts where customer_id = p_customer and attempt_id = p_attempt;
  if found then
    select * into v_entry from transactions where customer_id = p_customer and position = v_attempt.position;
    transaction_id := v_entry.transaction_id;
    amount_cents := v_entry.amount_cents;
    credits_added := v_entry.credits + v_entry.bonus_credits;
    refusal_code := v_attempt.refusal_code;
    refusal_detail := v_attempt.refusal_detail;
    outcome := case
      when v_attempt.fingerprint <> p_fingerprint then 'key-reused'
      when v_attempt.state = 'settled' then 'settled'
      when v_attempt.state = 'sending' then 'in-progress'
      when v_is_blocked then 'blocked'
      when p_expected_cents <> v_entry.amount_cents then 'price-changed'
      when v_balance + v_undecided_credits + credits_added > 1000000000000 then 'balance-full'
      else 'opened'
    end;
  else
    select * into v_product from product_versions where product_id = p_product_id order by version desc limit 1;
    outcome := case
      when exists (select from withdrawn_attempts where customer_id = p_customer and attempt_id = p_attempt)
        then 'withdrawn'
      when v_is_blocked then 'blocked'
      when v_product.on_sale is not true then 'unknown-product'
      when p_expected_cents <> v_product.price_cents then 'price-changed'
      -- A charged purchase must fit within accounts_balance_bound.
      when v_balance + v_undecided_credits + v_product.credits + v_product.bonus_credits > 1000000000000 then 'balance-full'
      -- Each attempt has an entry, so the time of the one p_limit attempts ago is enough.
      when exists (
        select from transactions
        where customer_id = p_customer and position = v_position - p_limit and created_at > v_now - interval '1 minute'
      ) then 'too-many'
      else 'opened'
    end;
  end if;
  if outcome = 'opened' and p_card is not null then
    outcome := coalesce(refuse_card(
      p_customer, p_card, case p_initiated_by when 'merchant' then v_now else p_signed_in_at end, p_device, v_now
    ), outcome);
  end if;
  if outcome = 'opened' and p_new_card is not null and v_attempt.attempt_id is null and p_max_cards <= (
    select count(*) from cards where customer_id = p_customer and state in ('saving', 'saved')
  ) then
    outcome := 'too-many-cards';
  end if;
  if outcome <> 'opened' then
    return;
  end if;

  v_limit := find_decline_limit(
    p_customer, p_network, v_is_proven, v_in_flight, p_in_flight, p_declines_per_customer, p_declines_per_network, v_now
  );
  if v_limit.limited is not null then
    outcome := v_limit.limited;
    retry_after_s := ceil(extract(epoch from v_limit.limited_until - v_now));
    return;
  end if;

  if v_attempt.attempt_id is not null then
    was_sent_before := true;
    -- Each sending of an attempt needs a distinct sent_at.
    sent_at := greatest(v_now, v_attempt.sent_at + interval '1 ms');
    update purchase_attempts set
      state = 'sending',
      sent_at = open_purchase.sent_at,
      times_sent = times_sent + 1,
      client_network = p_network,
      sender = p_sender,
      send_locks = p_send_locks,
      check_at = v_now + p_patience_ms * interval '1 ms'
    where customer_id = p_customer and attempt_id = p_attempt;
    if p_card is not null or p_new_card is not null then
      vault_id := use_card(p_customer, p_attempt, p_card, p_signed_in_at, p_device, v_now);
    end if;
    return;
  end if;

  -- Each insert waits for the outcome of a concurrent claim of the same token or order.
  if p_token_hash is not null then
    insert into gateway_claims (kind, claim, customer_id, attempt_id)
    values ('token', p_token_hash, p_customer, p_attempt)
    on conflict do nothing;
    if not found then
      outcome := 'token-used';
      return;
    end if;
  end if;
  insert into gateway_claims (kind, claim, customer_id, attempt_id)
  values ('order', uuid_send(p_attempt), p_customer, p_attempt)
  on conflict do nothing;
  if not found then
    delete from gateway_claims where kind = 'token' and claim = p_token_hash;
    outcome := 'order-taken';
    return;
  end if;

  update accounts set entries = v_position where customer_id = p_customer;
  insert into transactions (
    customer_id, position, transaction_id, order_id, status,
    product_id, product_name, amount_cents, credits, bonus_credits, credits_expire_days, bonus_expire_days, created_at,
    is_automatic
  ) values (
    p_customer, v_position, p_transaction, p_attempt, 'pending',
    p_product_id, v_product.name, v_product.price_cents, v_product.credits, v_product.bonus_credits,
    v_product.credits_expire_days, v_product.bonus_expire_days, v_now,
    p_initiated_by = 'merchant'
  );
  insert into ledger_blocks as blocks (customer_id, status, block, entries)
  values (p_customer, 'pending', ledger_block_of(v_position), 1)
  on conflict (customer_id, status, block) do update set entries = blocks.entries + 1;
  insert into purchase_attempts (
    customer_id, attempt_id, fingerprint, position, sent_at, check_at, created_at, client_network, sender,
    send_locks, card_id, initiated_by
  )
  values (
    p_customer, p_attempt, p_fingerprint, v_position, v_now, v_now + p_patience_ms * interval '1 ms', v_now,
    p_network, p_sender, p_send_locks, p_card, p_initiated_by
  );
  if p_new_card is not null then
    insert into cards (customer_id, card_id, vault_id, attempt_id, devices, check_at, created_at)
    values (
      p_customer, p_new_card, p_vault, p_attempt, array_remove(array[p_device], null),
      v_now + p_patience_ms * interval '1 ms', v_now
    );
  end if;
  if p_card is not null or p_new_card is not null then
    vault_id := use_card(p_customer, p_attempt, p_card, p_signed_in_at, p_device, v_now);
  end if;

  was_sent_before := false;
  sent_at := v_now;
  transaction_id := p_transaction;
  amount_cents := v_product.price_cents;
end
$$;
