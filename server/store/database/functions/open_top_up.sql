-- Opens the attempt of a customer's request, if every rule allows it now:
--   opened   only the caller sends the sale now
--   waiting  a rule delays it; the request has its next try
--   paused   top-up was paused, because the customer has to decide
--   dropped  the request is not needed any more, or may not be charged
--   none     no request is due, for example because another process has opened it
-- p_attempt and p_transaction are the ids of the new attempt and its entry. For p_patience_ms, p_limit, p_in_flight, p_declines,
-- p_sender and p_send_locks see open_purchase.
-- p_interval_ms is the shortest time between two automatic charges. p_duplicate_ms is how long the gateway refuses the same card and
-- amount. p_per_day is the maximum number of automatic charges within 24 hours.
-- p_account is what the user pool said of the customer at most a minute ago: a PoolAccount of identity/pool-accounts.ts.
create function open_top_up(
  p_customer text,
  p_attempt uuid,
  p_transaction uuid,
  p_patience_ms bigint,
  p_limit bigint,
  p_in_flight bigint,
  p_declines bigint,
  p_sender int,
  p_send_locks uuid,
  p_interval_ms bigint,
  p_duplicate_ms bigint,
  p_per_day bigint,
  p_account text,
  out outcome text,
  out reason text,
  out transaction_id uuid,
  out amount_cents bigint,
  out sent_at timestamptz,
  out email text,
  out card_id uuid,
  out vault_id text,
  out initial_transaction_id text
)
  language plpgsql
as $$
#variable_conflict use_column
declare
  v_account record;
  v_request top_up_requests;
  v_top_up top_ups;
  v_card cards;
  v_agreed product_versions;
  v_product product_versions;
  v_wait record;
  v_opened record;
begin
  v_account := lock_credits(p_customer);
  select * into v_request from top_up_requests
  where customer_id = p_customer and state = 'open' and try_at <= v_account.now;
  if not found then
    outcome := 'none';
    return;
  end if;
  select * into strict v_top_up from top_ups where customer_id = p_customer;
  reason := case
    when v_top_up.state <> 'on' then 'turned-off'
    when exists (
      select from customers where customer_id = p_customer and (blocked_at is not null or erased_at >= v_top_up.consented_at)
    ) then 'blocked'
    when v_account.balance - v_account.held >= greatest(v_top_up.threshold_credits, v_request.required_credits) then 'not-needed'
  end;
  if reason is not null then
    perform drop_top_up_request(p_customer, reason, v_account.now);
    outcome := 'dropped';
    return;
  end if;

  select * into strict v_agreed from product_versions
  where product_id = v_top_up.product_id and version = v_top_up.product_version;
  select * into strict v_product from product_versions
  where product_id = v_top_up.product_id order by version desc limit 1;
  select * into strict v_card from cards where customer_id = p_customer and card_id = v_top_up.card_id;
  reason := case
    when p_account in ('disabled', 'gone') then 'account-closed'
    when v_card.state <> 'saved' then 'card-removed'
    when v_card.notice = 'closed' then 'card-closed'
    when v_card.notice is not null then 'contact-bank'
    when refuse_card(p_customer, v_card.card_id, v_account.now, null, v_account.now) is not null then 'card-expired'
    when not v_product.on_sale then 'package-withdrawn'
    when terms_of(v_product) is distinct from terms_of(v_agreed) then 'price-changed'
  end;
  if reason is not null then
    perform pause_top_up(p_customer, reason, v_account.now);
    outcome := 'paused';
    return;
  end if;

  v_wait := find_top_up_wait(
    p_customer, v_product.price_cents, v_top_up.monthly_limit_cents, p_interval_ms, p_duplicate_ms, p_per_day, v_account.now
  );
  if v_wait.until is null and p_account = 'unknown' then
    v_wait.until := v_account.now + interval '1 minute';
    v_wait.reason := 'pool-unanswered';
  end if;
  if v_wait.until is not null then
    outcome := 'waiting';
    reason := v_wait.reason;
    update top_up_requests set try_at = v_wait.until, reason = v_wait.reason where request_id = v_request.request_id;
    return;
  end if;

  v_opened := open_purchase(
    p_customer, p_attempt, sha256(convert_to('top-up ' || v_request.request_id, 'UTF8')), null, p_transaction,
    v_product.product_id, v_product.price_cents, p_patience_ms, p_limit, null, p_in_flight, p_declines, 0, p_sender,
    p_send_locks, v_card.card_id, null, null, 0, null, null, 'merchant'
  );
  if v_opened.outcome = 'balance-full' then
    perform drop_top_up_request(p_customer, v_opened.outcome, v_account.now);
    outcome := 'dropped';
    reason := v_opened.outcome;
    return;
  end if;
  if v_opened.outcome <> 'opened' then
    outcome := 'waiting';
    reason := v_opened.outcome;
    update top_up_requests
    set try_at = v_account.now + coalesce(v_opened.retry_after_s, 60) * interval '1 s', reason = v_opened.outcome
    where request_id = v_request.request_id;
    return;
  end if;
  update top_up_requests
  set state = 'sent', attempt_id = p_attempt, try_at = null, retry_ms = p_interval_ms, reason = null
  where request_id = v_request.request_id;
  outcome := 'opened';
  transaction_id := v_opened.transaction_id;
  amount_cents := v_opened.amount_cents;
  sent_at := v_opened.sent_at;
  email := v_opened.email;
  card_id := v_card.card_id;
  vault_id := v_opened.vault_id;
  initial_transaction_id := v_card.initial_transaction_id;
end
$$;

-- Until when, and why, an automatic charge has to wait; until is null if it may be made now. The caller locks the account.
create function find_top_up_wait(
  p_customer text,
  p_cents bigint,
  p_monthly_limit bigint,
  p_interval_ms bigint,
  p_duplicate_ms bigint,
  p_per_day bigint,
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
    -- An outcome that is unknown, or that the gateway's records may still change.
    select greatest(p_now + interval '2 s', case state when 'settled' then check_at end) as until, 'outcome-unknown' as reason
    from purchase_attempts
    where customer_id = p_customer and initiated_by = 'merchant'
      and (state <> 'settled' or (check_at is not null and refusal_detail is not null))
    union all
    select max(charged_at) + p_interval_ms * interval '1 ms', 'interval' from automatic_charges(p_customer, p_now)
    union all
    -- The oldest of the latest p_per_day charges.
    select min(charged_at) + interval '1 day', 'daily-limit'
    from (select charged_at from automatic_charges(p_customer, p_now) order by charged_at desc limit p_per_day) latest
    having count(*) >= p_per_day
    union all
    select chicago_month(v_month + interval '40 days'), 'monthly-limit' from automatic_charges(p_customer, p_now)
    where charged_at >= v_month
    having sum(cents) + p_cents > p_monthly_limit
    union all
    select on_until, 'purchases-paused' from decline_brake
    union all
    -- The gateway would take the charge for a repetition of the customer's own purchase.
    select max(attempts.sent_at) + p_duplicate_ms * interval '1 ms', 'same-amount'
    from purchase_attempts attempts join transactions using (customer_id, position)
    where customer_id = p_customer and amount_cents = p_cents and status <> 'failed'
      and attempts.created_at > p_now - (p_duplicate_ms + 86400000) * interval '1 ms'
    union all
    -- The customer is buying credits right now.
    select p_now + interval '2 s', 'purchase-in-flight' from purchase_attempts
    where customer_id = p_customer and initiated_by = 'customer' and state = 'sending' and sender is not null and check_at > p_now
  ) waits
  where waits.until > p_now
  order by waits.until desc
  limit 1;
end
$$;

-- A customer's automatic charges of the last 90 days that succeeded or still may, with the last moment at which the card may have been charged.
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

create function chicago_month(p_at timestamptz) returns timestamptz
  language sql immutable
  return date_trunc('month', p_at at time zone 'America/Chicago') at time zone 'America/Chicago';
