-- Opens an attempt for a customer's top-up request if every rule allows it now (top_up_outcome lists the outcomes).
create function open_top_up(p_order top_up_order) returns top_up_opening
  language plpgsql
as $$
declare
  v_customer text := p_order.customer_id;
  v_account locked_account;
  v_opening top_up_opening;
  v_request top_up_requests;
  v_top_up top_ups;
  v_card cards;
  v_agreed product_versions;
  v_product product_versions;
  v_wait record;
  v_purchase purchase_order;
  v_opened purchase_opening;
begin
  v_account := lock_credits(v_customer);
  select * into v_request from top_up_requests
  where customer_id = v_customer and state = 'open' and try_at <= v_account.now;
  if not found then
    v_opening.outcome := 'none';
    return v_opening;
  end if;
  select * into strict v_top_up from top_ups where customer_id = v_customer;
  v_opening.reason := case
    when v_top_up.state <> 'on' then 'turned-off'
    when exists (
      select from customers where customer_id = v_customer and (blocked_at is not null or erased_at >= v_top_up.consented_at)
    ) then 'blocked'
    when v_account.balance - v_account.held >= greatest(v_top_up.threshold_credits, v_request.required_credits) then 'not-needed'
  end;
  if v_opening.reason is not null then
    perform drop_top_up_request(v_customer, v_opening.reason, v_account.now);
    v_opening.outcome := 'dropped';
    return v_opening;
  end if;

  select * into strict v_agreed from product_versions
  where product_id = v_top_up.product_id and version = v_top_up.product_version;
  select * into strict v_product from product_versions
  where product_id = v_top_up.product_id order by version desc limit 1;
  select * into strict v_card from cards where customer_id = v_customer and card_id = v_top_up.card_id;
  v_opening.reason := case
    when p_order.pool_account in ('disabled', 'gone') then 'account-closed'
    when v_card.state <> 'saved' then 'card-removed'
    when v_card.notice = 'closed' then 'card-closed'
    when v_card.notice is not null then 'contact-bank'
    when refuse_card(v_customer, v_card.card_id, v_account.now, null, v_account.now) is not null then 'card-expired'
    when not v_product.on_sale then 'package-withdrawn'
    when terms_of(v_product) is distinct from terms_of(v_agreed) then 'price-changed'
  end;
  if v_opening.reason is not null then
    perform pause_top_up(v_customer, v_opening.reason, v_account.now);
    v_opening.outcome := 'paused';
    return v_opening;
  end if;

  v_wait := find_top_up_wait(p_order, v_product.price_cents, v_top_up.monthly_limit_cents, v_account.now);
  if v_wait.until is null and p_order.pool_account = 'unknown' then
    v_wait.until := v_account.now + interval '1 minute';
    v_wait.reason := 'pool-unanswered';
  end if;
  if v_wait.until is null then
    v_purchase.customer_id := v_customer;
    v_purchase.attempt_id := p_order.attempt_id;
    v_purchase.fingerprint := sha256(convert_to('top-up ' || v_request.request_id, 'UTF8'));
    v_purchase.transaction_id := p_order.transaction_id;
    v_purchase.product_id := v_product.product_id;
    v_purchase.expected_cents := v_product.price_cents;
    v_purchase.patience_ms := p_order.patience_ms;
    v_purchase.attempts_per_minute := p_order.attempts_per_minute;
    v_purchase.attempts_in_flight := p_order.attempts_in_flight;
    v_purchase.declines_per_customer := p_order.declines_per_customer;
    v_purchase.declines_per_network := 0;
    v_purchase.sender := p_order.sender;
    v_purchase.send_locks := p_order.send_locks;
    v_purchase.card_id := v_card.card_id;
    v_purchase.initiated_by := 'merchant';
    v_opened := open_purchase(v_purchase);
    if v_opened.outcome = 'balance-full' then
      v_opening.reason := v_opened.outcome;
      perform drop_top_up_request(v_customer, v_opening.reason, v_account.now);
      v_opening.outcome := 'dropped';
      return v_opening;
    end if;
    if v_opened.outcome <> 'opened' then
      v_wait.until := v_account.now + coalesce(v_opened.retry_after_s, 60) * interval '1 s';
      v_wait.reason := v_opened.outcome;
    end if;
  end if;
  if v_wait.until is not null then
    v_opening.outcome := 'waiting';
    v_opening.reason := v_wait.reason;
    update top_up_requests set try_at = v_wait.until, reason = v_wait.reason where request_id = v_request.request_id;
    return v_opening;
  end if;
  update top_up_requests
  set state = 'sent', attempt_id = p_order.attempt_id, try_at = null, retry_ms = p_order.interval_ms, reason = null
  where request_id = v_request.request_id;
  v_opening.outcome := 'opened';
  v_opening.transaction_id := v_opened.transaction_id;
  v_opening.amount_cents := v_opened.amount_cents;
  v_opening.sent_at := v_opened.sent_at;
  v_opening.email := v_opened.email;
  v_opening.card_id := v_card.card_id;
  v_opening.vault_id := v_opened.vault_id;
  v_opening.initial_transaction_id := v_card.initial_transaction_id;
  return v_opening;
end
$$;

-- Returns until when, and why, an automatic charge must wait. until is null if the charge can be made now. The caller locks the account.
create function find_top_up_wait(
  p_order top_up_order,
  p_cents bigint,
  p_monthly_limit bigint,
  p_now timestamptz,
  out until timestamptz,
  out reason text
)
  language plpgsql
as $$
#variable_conflict use_column
declare
  v_month timestamptz := chicago_month(p_now);
begin
  select waits.until, waits.reason into until, reason
  from (
    -- An earlier charge's outcome is unknown, or the gateway's records may still change it.
    select greatest(p_now + interval '2 s', case state when 'settled' then check_at end) as until, 'outcome-unknown' as reason
    from purchase_attempts
    where customer_id = p_order.customer_id and initiated_by = 'merchant'
      and (state <> 'settled' or (check_at is not null and refusal_detail is not null))
    union all
    select max(charged_at) + p_order.interval_ms * interval '1 ms', 'interval' from automatic_charges(p_order.customer_id, p_now)
    union all
    -- Wait until the oldest of the latest per_day charges is a day old.
    select min(charged_at) + interval '1 day', 'daily-limit'
    from (select charged_at from automatic_charges(p_order.customer_id, p_now) order by charged_at desc limit p_order.per_day) latest
    having count(*) >= p_order.per_day
    union all
    select next_chicago_month(p_now), 'monthly-limit' from automatic_charges(p_order.customer_id, p_now)
    where charged_at >= v_month
    having sum(cents) + p_cents > p_monthly_limit
    union all
    -- The customer can't use more credits this month than are available, or none at all.
    select next_chicago_month(p_now), 'spending-limit' from accounts
    where customer_id = p_order.customer_id and spending_limit - used <= greatest(balance - held, 0)
    union all
    select on_until, 'purchases-paused' from decline_brake
    union all
    -- The gateway would reject the charge as a duplicate of the customer's own purchase.
    select max(attempts.sent_at) + p_order.duplicate_ms * interval '1 ms', 'same-amount'
    from purchase_attempts attempts join transactions using (customer_id, position)
    where customer_id = p_order.customer_id and amount_cents = p_cents and status <> 'failed'
      and attempts.created_at > p_now - (p_order.duplicate_ms + 86400000) * interval '1 ms'
    union all
    -- The customer is buying credits right now.
    select p_now + interval '2 s', 'purchase-in-flight' from purchase_attempts
    where customer_id = p_order.customer_id and initiated_by = 'customer' and state = 'sending' and sender is not null and check_at > p_now
  ) waits
  where waits.until > p_now
  order by waits.until desc
  limit 1;
end
$$;

-- Returns a customer's automatic charges of the last 90 days that succeeded or still may. charged_at is the charge's latest possible time.
create function automatic_charges(p_customer text, p_now timestamptz) returns table (charged_at timestamptz, cents bigint)
  language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
  select greatest(attempts.sent_at, attempts.settled_at), amount_cents
  from purchase_attempts attempts join transactions entries using (customer_id, position)
  where customer_id = p_customer and initiated_by = 'merchant' and (status <> 'failed' or check_at is not null)
    and attempts.sent_at > p_now - interval '90 days';
end
$$;
