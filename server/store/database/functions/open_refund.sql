-- Opens a request to refund a purchase if every rule allows it (refund_outcome). Without p_order.refund_id, only checks the rules.
create function open_refund(p_order refund_order) returns refund_opening
  language plpgsql
as $$
declare
  v_customer text := p_order.customer_id;
  v_account locked_account := lock_credits(v_customer);
  v_now timestamptz := v_account.now;
  v_entry transactions;
  v_request refund_requests;
  v_opening refund_opening;
  v_held bigint;
begin
  select entries.* into v_entry from purchase_attempts join transactions entries using (customer_id, position)
  where customer_id = v_customer and attempt_id = p_order.attempt_id;
  if not found then
    -- The purchase comes from another store, whose gateway this store doesn't know.
    return (0, 0, 0, null, null, 'off')::refund_opening;
  end if;
  -- The open request, or else the last one that was booked.
  select * into v_request from refund_requests
  where customer_id = v_customer and attempt_id = p_order.attempt_id and (ended_at is null or state = 'recorded')
  order by ended_at desc limit 1;
  v_opening.amount_cents := v_entry.amount_cents - v_entry.refunded_cents;
  v_opening.credits := v_entry.credits - share_of(v_entry.credits, v_entry.refunded_cents, v_entry.amount_cents)
    + v_entry.bonus_credits - share_of(v_entry.bonus_credits, v_entry.refunded_cents, v_entry.amount_cents);
  -- Credits that paid off a negative balance, or that another reversal removed, count as spent.
  select greatest(v_opening.credits - coalesce(sum(remaining + expired), 0), 0), sum(held) into v_opening.spent, v_held
  from credit_grants where customer_id = v_customer and grant_id = any (grants_of_entry(v_customer, v_entry.position));
  v_opening.until := v_entry.created_at + nullif(p_order.days, 0) * interval '24 hours';
  v_opening.requested_at := case when v_request.ended_at is null and v_request.started_by = 'customer' then v_request.requested_at end;

  v_opening.outcome := case
    when p_order.operator is not null then case
      when v_entry.status <> 'completed' or v_entry.refunded_cents <> p_order.refunded_cents then 'changed'
      when v_request.refund_id is not null and v_request.ended_at is null then 'requested'
      else 'allowed'
    end
    when v_opening.requested_at is not null then 'requested'
    when v_entry.status = 'refunded' and v_request.started_by = 'customer' then 'refunded'
    when p_order.days = 0 then 'off'
    when exists (
      select from customers
      where customer_id = v_customer and (blocked_at is not null or erased_at >= v_entry.created_at)
    ) then 'blocked'
    when v_entry.status <> 'completed' then 'not-completed'
    when v_opening.until <= v_now then 'too-late'
    when (v_request.refund_id is not null and v_request.ended_at is null) or exists (
      select from open_cases
      where attempt_id = p_order.attempt_id and (closed_at is null or kind in ('return', 'chargeback'))
    ) then 'disputed'
    when exists (
      select from transactions where customer_id = v_customer and position > v_entry.position and status = 'completed'
    ) then 'not-latest'
    when v_opening.spent > 0 then 'credits-spent'
    when v_held > 0 then 'credits-held'
    when 2 <= (
      select count(*) from refund_requests
      where customer_id = v_customer and requested_at > v_now - interval '90 days' and started_by = 'customer'
        and state not in ('refused', 'unsent', 'given-up')
    ) then 'too-often'
    when not is_recent_sign_in(p_order.signed_in_at, v_now) then 'sign-in-needed'
    when v_entry.refunded_cents <> p_order.refunded_cents then 'changed'
    else 'allowed'
  end;
  if v_opening.outcome <> 'allowed' or p_order.refund_id is null then
    return v_opening;
  end if;

  insert into refund_requests (
    customer_id, refund_id, attempt_id, kind, amount_cents, references_before, requested_by, requested_at, started_by
  ) values (
    v_customer, p_order.refund_id, p_order.attempt_id, p_order.kind, p_order.amount_cents, p_order.references_before,
    coalesce(p_order.operator, 'customer'), v_now, case when p_order.operator is null then 'customer' else 'operator' end
  );
  update purchase_attempts set check_at = v_now + p_order.patience_ms * interval '1 ms'
  where customer_id = v_customer and attempt_id = p_order.attempt_id;
  if p_order.operator is null then
    perform hold_refunded_credits(v_customer, v_now);
    perform pause_top_up(v_customer, 'refunded', v_now, false);
    perform add_event(v_customer, 'purchase.refund_requested', describe_purchase(v_entry), v_now);
    perform record_action(
      gen_random_uuid(), 'customer', 'refund', v_customer, p_order.attempt_id::text, null,
      jsonb_build_object('refundId', p_order.refund_id, 'kind', p_order.kind, 'amountCents', p_order.amount_cents), 'asked'
    );
  end if;
  v_opening.outcome := 'opened';
  return v_opening;
end
$$;

-- Holds what is left of the purchases that a customer is refunding, so that nothing else uses these credits. The caller locks the account.
create function hold_refunded_credits(p_customer text, p_now timestamptz) returns void
  language plpgsql
as $$
begin
  with free as materialized (
    select refund_id, gen_random_uuid() as hold_id, grant_id, remaining - held as credits
    from refund_requests join purchase_attempts attempts using (customer_id, attempt_id)
    join credit_grants grants using (customer_id)
    where customer_id = p_customer and started_by = 'customer' and ended_at is null
      and grant_id = any (grants_of_entry(p_customer, attempts.position)) and remaining > held
  ),
  of_grants as (
    update credit_grants set held = remaining from free
    where customer_id = p_customer and credit_grants.grant_id = free.grant_id
  ),
  of_account as (
    update accounts set held = held + (select sum(credits)::bigint from free)
    where customer_id = p_customer and exists (select from free)
    returning balance, held
  ),
  made as (
    insert into holds (customer_id, hold_id, credits, expires_in_s, expires_at, created_at, balance_after, held_after, refund_id)
    select p_customer, hold_id, credits, 1, '9999-01-01Z', p_now, balance, held, refund_id from free cross join of_account
  )
  insert into hold_allocations (customer_id, hold_id, grant_id, credits)
  select p_customer, hold_id, grant_id, credits from free;
end
$$;

-- Stores what became of a refund, unless it has ended. An end frees the credits that are held for it. If nothing was refunded, resumes the
-- top-up that the request paused. Returns whether it was open.
create function note_refund(
  p_customer text, p_refund uuid, p_state text, p_gateway_transaction text, p_is_end boolean
) returns boolean
  language plpgsql
as $$
declare
  v_request refund_requests;
begin
  perform from accounts where customer_id = p_customer for no key update;
  update refund_requests
  set state = p_state, gateway_transaction_id = coalesce(p_gateway_transaction, gateway_transaction_id),
    ended_at = case when p_is_end then store_now() end
  where customer_id = p_customer and refund_id = p_refund and ended_at is null
  returning * into v_request;
  if not found then
    return false;
  end if;
  if v_request.started_by = 'customer' then
    perform record_action(
      gen_random_uuid(), 'customer', 'refund', p_customer, v_request.attempt_id::text, null,
      jsonb_build_object('refundId', p_refund), p_state
    );
  end if;
  if p_state = 'recorded' then
    update open_cases set closed_at = store_now(), closed_by = 'store', resolution = 'the gateway''s records: refunded'
    where closed_at is null and (
      (kind = 'refund-unknown' and reference = p_refund::text)
      or (kind = 'refund-without-order' and reference = v_request.gateway_transaction_id)
    );
  end if;
  if p_is_end then
    perform free_refunded_credits(p_customer, v_request.attempt_id);
    perform resume_top_up(p_customer) from top_ups
    where customer_id = p_customer and paused_reason = 'refunded' and paused_at = v_request.requested_at and p_state <> 'recorded';
  end if;
  return true;
end
$$;

-- Frees the credits that are held for an attempt's refund.
create function free_refunded_credits(p_customer text, p_attempt uuid) returns void
  language plpgsql
as $$
declare
  v_holds uuid[];
begin
  perform from accounts where customer_id = p_customer for no key update;
  v_holds := array(
    select hold_id from holds join refund_requests using (customer_id, refund_id)
    where customer_id = p_customer and attempt_id = p_attempt and holds.state = 'open'
  );
  if v_holds <> '{}' then
    perform end_holds(p_customer, v_holds, 'released', store_now());
  end if;
end
$$;
