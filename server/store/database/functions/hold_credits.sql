-- Holds credits for a while: the outcomes are those of HoldResult in credits/credits.ts.
create function hold_credits(
  p_customer text,
  p_hold uuid,
  p_credits bigint,
  p_expires_in_s bigint,
  p_reference text
) returns jsonb
  language plpgsql
as $$
declare
  v_account record;
  v_hold holds;
  v_refusal jsonb;
  v_grant record;
  v_left bigint := p_credits;
  v_part bigint;
begin
  v_account := lock_credits(p_customer);
  select * into v_hold from holds where customer_id = p_customer and hold_id = p_hold;
  if found then
    if (v_hold.credits, v_hold.expires_in_s, v_hold.reference) is distinct from (p_credits, p_expires_in_s, p_reference) then
      return jsonb_build_object('outcome', 'id-reused');
    end if;
    -- As the first call, even if extend_hold has changed the time.
    v_hold.expires_at := v_hold.created_at + p_expires_in_s * interval '1 s';
    return jsonb_build_object('outcome', 'repeated', 'hold', describe_hold(
      v_hold, 'open', 0, v_hold.balance_after, v_hold.held_after
    ));
  end if;

  v_refusal := refuse_credits(p_customer, v_account.is_known, v_account.balance - v_account.held, p_credits);
  if v_refusal is not null then
    if v_refusal ->> 'outcome' = 'insufficient-credits' and v_account.top_up_below is not null then
      perform request_top_up(p_customer, 'refusal', p_credits, v_account.balance - v_account.held, v_account.now);
    end if;
    return v_refusal;
  end if;
  if not claim_call('hold', p_hold, p_customer) then
    return jsonb_build_object('outcome', 'id-reused');
  end if;
  insert into holds (
    customer_id, hold_id, credits, expires_in_s, reference, expires_at, created_at, balance_after, held_after
  ) values (
    p_customer, p_hold, p_credits, p_expires_in_s, p_reference, v_account.now + p_expires_in_s * interval '1 s', v_account.now,
    v_account.balance, v_account.held + p_credits
  )
  returning * into v_hold;
  for v_grant in
    select grant_id, remaining - held as free from credit_grants
    where customer_id = p_customer and is_open and remaining > held
    order by priority, expires_at, kind = 'purchase', created_at, grant_id
  loop
    v_part := least(v_left, v_grant.free);
    insert into hold_allocations (customer_id, hold_id, grant_id, credits)
    values (p_customer, p_hold, v_grant.grant_id, v_part);
    update credit_grants set held = held + v_part where customer_id = p_customer and grant_id = v_grant.grant_id;
    v_left := v_left - v_part;
    exit when v_left = 0;
  end loop;
  if v_left > 0 then
    raise exception 'the grants of % lack % credits', p_customer, v_left;
  end if;
  update accounts set held = held + p_credits, credits_due_at = least(credits_due_at, v_hold.expires_at)
  where customer_id = p_customer;
  perform add_low_balance(
    p_customer, v_account.balance - v_account.held, v_hold.balance_after - v_hold.held_after, v_account.now,
    v_account.top_up_below
  );
  if v_hold.balance_after - v_hold.held_after < v_account.top_up_below then
    perform request_top_up(p_customer, 'hold', null, v_hold.balance_after - v_hold.held_after, v_account.now);
  end if;
  return jsonb_build_object('outcome', 'created', 'hold', describe_hold(v_hold, 'open', 0, v_hold.balance_after, v_hold.held_after));
end
$$;

-- Spends p_credits of a hold (null: all) and frees the rest: the outcomes are those of CaptureResult in credits/credits.ts.
create function capture_hold(p_customer text, p_hold uuid, p_credits bigint, p_cause text) returns jsonb
  language plpgsql
as $$
declare
  v_account record;
  v_hold holds;
  v_booked record;
  v_share record;
  v_left bigint;
  v_part bigint;
  v_bonus bigint := 0;
begin
  v_account := lock_credits(p_customer);
  select * into v_hold from holds where customer_id = p_customer and hold_id = p_hold;
  if not found then
    return jsonb_build_object('outcome', 'hold-not-found');
  end if;
  v_left := coalesce(p_credits, v_hold.credits);
  if v_hold.state = 'captured' then
    if v_hold.captured <> v_left then
      return jsonb_build_object('outcome', 'hold-captured', 'captured', v_hold.captured);
    end if;
    return jsonb_build_object('outcome', 'repeated', 'hold', describe_hold(
      v_hold, 'captured', v_hold.captured, v_hold.ended_balance, v_hold.ended_held
    ));
  end if;
  if v_hold.state <> 'open' then
    return jsonb_build_object('outcome', 'hold-' || v_hold.state);
  end if;
  if v_left > v_hold.credits then
    return jsonb_build_object('outcome', 'exceeds-hold', 'held', v_hold.credits);
  end if;

  v_hold.captured := v_left;
  v_booked := book_credits(
    p_customer, 'spend', 'hold ' || p_hold, p_cause, -v_hold.captured, -v_hold.credits, v_account.now
  );
  for v_share in
    select grant_id, kind, allocations.credits
    from hold_allocations allocations join credit_grants grants using (customer_id, grant_id)
    where customer_id = p_customer and hold_id = p_hold
    order by priority, expires_at, kind = 'purchase', grants.created_at, grant_id
  loop
    v_part := least(v_left, v_share.credits);
    perform change_grant(p_customer, v_booked.movement, v_share.grant_id, v_part, v_share.credits);
    v_left := v_left - v_part;
    v_bonus := v_bonus + case when v_share.kind in ('bonus', 'promotion') then v_part else 0 end;
  end loop;
  perform post_credits(p_customer, v_booked.movement, 'spent', v_hold.captured - v_bonus, v_bonus);
  if v_hold.captured < v_hold.credits then
    update accounts set credits_due_at = least(credits_due_at, due_of_holds(p_customer, array[p_hold], v_account.now))
    where customer_id = p_customer;
  end if;
  -- Runs before the rest of the hold expires, because a hold that has ended holds nothing.
  update holds set state = 'captured', captured = v_hold.captured, movement = v_booked.movement, ended_at = v_account.now
  where customer_id = p_customer and hold_id = p_hold;
  return jsonb_build_object('outcome', 'captured', 'hold', conclude_hold(
    p_customer, p_hold, v_account.balance - v_account.held
  ));
end
$$;

-- Lets a hold expire p_expires_in_s from now, earlier or later than before. The outcomes are those of ExtendResult in
-- credits/credits.ts.
create function extend_hold(p_customer text, p_hold uuid, p_expires_in_s bigint) returns jsonb
  language plpgsql
as $$
declare
  v_account record;
  v_hold holds;
begin
  v_account := lock_credits(p_customer);
  select * into v_hold from holds where customer_id = p_customer and hold_id = p_hold;
  if not found then
    return jsonb_build_object('outcome', 'hold-not-found');
  end if;
  if v_hold.state <> 'open' then
    return jsonb_strip_nulls(jsonb_build_object(
      'outcome', 'hold-' || v_hold.state, 'captured', case v_hold.state when 'captured' then v_hold.captured end
    ));
  end if;
  v_hold.expires_at := v_account.now + p_expires_in_s * interval '1 s';
  update holds set expires_at = v_hold.expires_at where customer_id = p_customer and hold_id = p_hold;
  update accounts set credits_due_at = least(credits_due_at, v_hold.expires_at) where customer_id = p_customer;
  return jsonb_build_object('outcome', 'extended', 'hold', describe_hold(v_hold, 'open', 0, v_account.balance, v_account.held));
end
$$;

-- Frees what a hold holds. The outcomes are those of ReleaseResult in credits/credits.ts.
create function release_hold(p_customer text, p_hold uuid) returns jsonb
  language plpgsql
as $$
declare
  v_account record;
  v_hold holds;
begin
  v_account := lock_credits(p_customer);
  select * into v_hold from holds where customer_id = p_customer and hold_id = p_hold;
  if not found then
    return jsonb_build_object('outcome', 'hold-not-found');
  end if;
  if v_hold.state = 'captured' then
    return jsonb_build_object('outcome', 'hold-captured', 'captured', v_hold.captured);
  end if;
  if v_hold.state = 'released' then
    return jsonb_build_object('outcome', 'repeated', 'hold', describe_hold(
      v_hold, 'released', 0, v_hold.ended_balance, v_hold.ended_held
    ));
  end if;
  if v_hold.state = 'open' then
    perform end_holds(p_customer, array[p_hold], 'released', v_account.now);
  else
    -- It expired, so its credits are free.
    update holds set state = 'released' where customer_id = p_customer and hold_id = p_hold;
  end if;
  return jsonb_build_object('outcome', 'released', 'hold', conclude_hold(
    p_customer, p_hold, v_account.balance - v_account.held
  ));
end
$$;

-- Books an ended hold's expired credits, stores the account's sums for repeated calls, and describes the hold. p_available is what
-- the customer had before the hold ended.
create function conclude_hold(p_customer text, p_hold uuid, p_available bigint) returns jsonb
  language plpgsql
as $$
declare
  v_account record := lock_credits(p_customer, p_available);
  v_hold holds;
begin
  update holds set ended_balance = v_account.balance, ended_held = v_account.held
  where customer_id = p_customer and hold_id = p_hold
  returning * into v_hold;
  return describe_hold(v_hold, v_hold.state, v_hold.captured, v_hold.ended_balance, v_hold.ended_held);
end
$$;

create function describe_hold(p_hold holds, p_state text, p_captured bigint, p_balance bigint, p_held bigint) returns jsonb
  language plpgsql
as $$
begin
  return jsonb_build_object(
    'id', p_hold.hold_id, 'customerId', p_hold.customer_id, 'credits', p_hold.credits, 'state', p_state, 'captured', p_captured,
    'reference', p_hold.reference, 'expiresAt', p_hold.expires_at, 'createdAt', p_hold.created_at,
    'balance', p_balance, 'held', p_held, 'available', p_balance - p_held
  );
end
$$;
