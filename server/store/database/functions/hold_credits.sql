-- Reserves credits until the hold is captured, is released or expires.
create function hold_credits(p_call credit_call, p_account locked_account) returns credit_result
  language plpgsql
as $$
declare
  v_result credit_result;
  v_hold holds;
  v_grant record;
  v_left bigint := p_call.credits;
  v_part bigint;
begin
  select * into v_hold from holds where customer_id = p_call.customer_id and hold_id = p_call.id;
  if found then
    if (v_hold.credits, v_hold.expires_in_s, v_hold.reference)
      is distinct from (p_call.credits, p_call.expires_in, p_call.reference)
    then
      v_result.outcome := 'id-reused';
      return v_result;
    end if;
    -- Return the first call's result, even if the hold has been extended or has ended since.
    v_hold.expires_at := v_hold.created_at + p_call.expires_in * interval '1 s';
    v_hold.state := 'open';
    v_hold.captured := 0;
    v_result.outcome := 'repeated';
    v_result.hold := describe_hold(v_hold, v_hold.balance_after, v_hold.held_after);
    return v_result;
  end if;
  v_result := begin_spending(p_call, p_account);
  if v_result.outcome is not null then
    return v_result;
  end if;

  insert into holds (
    customer_id, hold_id, credits, expires_in_s, reference, expires_at, created_at, balance_after, held_after
  ) values (
    p_call.customer_id, p_call.id, p_call.credits, p_call.expires_in, p_call.reference,
    p_account.now + p_call.expires_in * interval '1 s', p_account.now, p_account.balance, p_account.held + p_call.credits
  )
  returning * into v_hold;
  for v_grant in
    select grant_id, remaining - held as free from spendable_grants(p_call.customer_id) where remaining > held
  loop
    v_part := least(v_left, v_grant.free);
    insert into hold_allocations (customer_id, hold_id, grant_id, credits)
    values (p_call.customer_id, p_call.id, v_grant.grant_id, v_part);
    update credit_grants set held = held + v_part where customer_id = p_call.customer_id and grant_id = v_grant.grant_id;
    v_left := v_left - v_part;
    exit when v_left = 0;
  end loop;
  if v_left > 0 then
    raise exception 'the grants of % lack % credits', p_call.customer_id, v_left;
  end if;
  update accounts set
    held = held + p_call.credits,
    used = used + p_call.credits,
    credits_due_at = least(credits_due_at, v_hold.expires_at)
  where customer_id = p_call.customer_id;
  perform add_low_balance(
    p_call.customer_id, p_account.balance - p_account.held, v_hold.balance_after - v_hold.held_after, p_account.top_up_below,
    p_account.now, 'hold'
  );
  v_result.outcome := 'created';
  v_result.hold := describe_hold(v_hold, v_hold.balance_after, v_hold.held_after);
  return v_result;
end
$$;

-- Spends all or part of a hold, and frees the rest.
create function capture_hold(p_call credit_call, p_account locked_account) returns credit_result
  language plpgsql
as $$
declare
  v_result credit_result;
  v_hold holds;
  v_booked record;
  v_grant record;
  v_left bigint;
  v_part bigint;
  v_bonus bigint := 0;
begin
  select * into v_hold from holds where customer_id = p_call.customer_id and hold_id = p_call.id;
  v_left := coalesce(p_call.credits, v_hold.credits);
  if v_hold.state = 'captured' and v_hold.captured = v_left then
    v_result.outcome := 'repeated';
    v_result.hold := describe_hold(v_hold, v_hold.ended_balance, v_hold.ended_held);
    return v_result;
  end if;
  v_result := refuse_hold(v_hold);
  if v_result.outcome is not null then
    return v_result;
  end if;
  if v_left > v_hold.credits then
    v_result.outcome := 'exceeds-hold';
    v_result.held := v_hold.credits;
    return v_result;
  end if;

  v_hold.captured := v_left;
  v_booked := book_credits(
    p_call.customer_id, 'spend', 'hold ' || p_call.id, p_call.cause, -v_hold.captured, -v_hold.credits, p_account.now,
    case when chicago_month(v_hold.created_at) = p_account.used_month then v_hold.captured - v_hold.credits else 0 end
  );
  for v_grant in
    select grant_id, kind, allocations.credits as share
    from hold_allocations allocations join credit_grants grants using (customer_id, grant_id)
    where customer_id = p_call.customer_id and hold_id = p_call.id
    order by order_of_use(grants)
  loop
    v_part := least(v_left, v_grant.share);
    perform change_grant(p_call.customer_id, v_booked.movement, v_grant.grant_id, v_part, v_grant.share);
    v_left := v_left - v_part;
    v_bonus := v_bonus + case when v_grant.kind in ('bonus', 'promotion') then v_part else 0 end;
  end loop;
  perform post_credits(p_call.customer_id, v_booked.movement, 'spent', v_hold.captured - v_bonus, v_bonus);
  if v_hold.captured < v_hold.credits then
    update accounts set
      credits_due_at = least(credits_due_at, due_of_holds(p_call.customer_id, array[p_call.id], p_account.now))
    where customer_id = p_call.customer_id;
  end if;
  -- End the hold before the call of conclude_hold, so that conclude_hold can't expire it.
  update holds set state = 'captured', captured = v_hold.captured, movement = v_booked.movement, ended_at = p_account.now
  where customer_id = p_call.customer_id and hold_id = p_call.id;
  v_result.outcome := 'captured';
  v_result.hold := conclude_hold(p_call, p_account.balance - p_account.held);
  return v_result;
end
$$;

-- Sets a hold to expire expires_in seconds from now, which can be earlier or later than before.
create function extend_hold(p_call credit_call, p_account locked_account) returns credit_result
  language plpgsql
as $$
declare
  v_result credit_result;
  v_hold holds;
begin
  select * into v_hold from holds where customer_id = p_call.customer_id and hold_id = p_call.id;
  v_result := refuse_hold(v_hold);
  if v_result.outcome is not null then
    return v_result;
  end if;
  v_hold.expires_at := p_account.now + p_call.expires_in * interval '1 s';
  update holds set expires_at = v_hold.expires_at where customer_id = p_call.customer_id and hold_id = p_call.id;
  update accounts set credits_due_at = least(credits_due_at, v_hold.expires_at) where customer_id = p_call.customer_id;
  v_result.outcome := 'extended';
  v_result.hold := describe_hold(v_hold, p_account.balance, p_account.held);
  return v_result;
end
$$;

-- Releases a hold, which frees its credits.
create function release_hold(p_call credit_call, p_account locked_account) returns credit_result
  language plpgsql
as $$
declare
  v_result credit_result;
  v_hold holds;
begin
  select * into v_hold from holds where customer_id = p_call.customer_id and hold_id = p_call.id;
  if v_hold.state = 'released' then
    v_result.outcome := 'repeated';
    v_result.hold := describe_hold(v_hold, v_hold.ended_balance, v_hold.ended_held);
    return v_result;
  end if;
  if v_hold.state = 'open' then
    perform end_holds(p_call.customer_id, array[p_call.id], 'released', p_account.now);
  elsif v_hold.state = 'expired' then
    -- The hold's credits are already free.
    update holds set state = 'released' where customer_id = p_call.customer_id and hold_id = p_call.id;
  else
    return refuse_hold(v_hold);
  end if;
  v_result.outcome := 'released';
  v_result.hold := conclude_hold(p_call, p_account.balance - p_account.held);
  return v_result;
end
$$;

-- Returns why a hold can't change: it doesn't exist (p_hold is null) or has ended. outcome is null if it can change.
create function refuse_hold(p_hold holds) returns credit_result
  language plpgsql
as $$
declare
  v_result credit_result;
begin
  if p_hold.state is null then
    v_result.outcome := 'hold-not-found';
  elsif p_hold.state <> 'open' then
    v_result.outcome := 'hold-' || p_hold.state;
    v_result.captured := nullif(p_hold.captured, 0);
  end if;
  return v_result;
end
$$;

create function describe_hold(p_hold holds, p_balance bigint, p_held bigint) returns merchant_hold
  language sql stable
as $$
  select row(
    p_hold.hold_id, p_hold.customer_id, p_hold.credits, p_hold.state::hold_state, p_hold.captured, instant(p_hold.expires_at),
    p_balance, p_held, p_balance - p_held
  )::merchant_hold
$$;
