-- Grants credits to a customer.
create function grant_credits(p_call credit_call, p_account locked_account) returns credit_result
  language plpgsql
as $$
declare
  v_result credit_result;
  v_grant credit_grants;
  v_booked record;
begin
  if not p_account.is_known then
    v_result.outcome := 'customer-not-found';
    return v_result;
  end if;
  select * into v_grant from credit_grants where customer_id = p_call.customer_id and grant_id = p_call.id;
  if found then
    if v_grant.kind <> 'promotion'
      or (v_grant.credits, v_grant.reason, v_grant.expires_at, v_grant.priority)
        is distinct from (p_call.credits, p_call.reason, p_call.expires_at, p_call.priority)
    then
      v_result.outcome := 'id-reused';
      return v_result;
    end if;
    v_grant.remaining := coalesce((
      select credits from grant_allocations
      where customer_id = p_call.customer_id and movement = v_grant.movement and grant_id = p_call.id
    ), 0);
    v_grant.held := 0;
    v_result.outcome := 'repeated';
    v_result."grant" := describe_grant(v_grant);
    return v_result;
  end if;
  v_result.outcome := case
    when exists (select from customers where customer_id = p_call.customer_id and deletion_requested_at is not null)
      then 'customer-blocked'
    when p_call.expires_at <= p_account.now then 'expires-in-past'
    when p_account.balance + p_call.credits + undecided_credits(p_call.customer_id) > max_credits() then 'balance-full'
    when not claim_call('grant', p_call.id, p_call.customer_id) then 'id-reused'
  end;
  if v_result.outcome is not null then
    return v_result;
  end if;

  v_booked := book_credits(
    p_call.customer_id, 'grant', 'grant ' || p_call.id, p_call.cause, p_call.credits, 0, p_account.now
  );
  perform post_credits(p_call.customer_id, v_booked.movement, 'promotions', 0, -p_call.credits);
  v_grant.customer_id := p_call.customer_id;
  v_grant.grant_id := p_call.id;
  v_grant.kind := 'promotion';
  v_grant.movement := v_booked.movement;
  v_grant.credits := p_call.credits;
  v_grant.priority := p_call.priority;
  v_grant.reason := p_call.reason;
  v_grant.expires_at := p_call.expires_at;
  v_grant.created_at := p_account.now;
  perform add_grant(v_grant, greatest(-p_account.balance, 0));
  select * into strict v_grant from credit_grants where customer_id = p_call.customer_id and grant_id = p_call.id;
  v_result.outcome := 'created';
  v_result."grant" := describe_grant(v_grant);
  perform add_event(p_call.customer_id, 'grant.created', to_jsonb(v_result."grant"), p_account.now);
  return v_result;
end
$$;

-- Voids a grant: removes its remaining credits now, and held credits when their hold ends.
create function void_grant(p_call credit_call, p_account locked_account) returns credit_result
  language plpgsql
as $$
declare
  v_available bigint := p_account.balance - p_account.held;
  v_result credit_result;
  v_grant credit_grants;
begin
  select * into v_grant from credit_grants
  where customer_id = p_call.customer_id and grant_id = p_call.id and kind = 'promotion';
  if not found then
    v_result.outcome := 'grant-not-found';
    return v_result;
  end if;
  v_result.outcome := 'repeated';
  if v_grant.voided_at is null then
    v_result.outcome := 'voided';
    update credit_grants set voided_at = p_account.now where customer_id = p_call.customer_id and grant_id = p_call.id;
    if v_grant.remaining > v_grant.held then
      perform end_grant(
        p_call.customer_id, p_call.id, v_grant.kind, v_grant.remaining - v_grant.held, true, p_call.cause, p_account.now
      );
      perform add_low_balance(
        p_call.customer_id, v_available, v_available - (v_grant.remaining - v_grant.held), p_account.top_up_below, p_account.now
      );
    end if;
    select * into strict v_grant from credit_grants where customer_id = p_call.customer_id and grant_id = p_call.id;
  end if;
  v_result."grant" := describe_grant(v_grant);
  return v_result;
end
$$;

create function describe_grant(p_grant credit_grants) returns merchant_grant
  language sql stable
as $$
  select row(
    p_grant.grant_id, p_grant.kind::grant_kind, p_grant.credits, p_grant.remaining, p_grant.held, p_grant.priority,
    instant(p_grant.expires_at), instant(p_grant.created_at), p_grant.customer_id, p_grant.reason
  )::merchant_grant
$$;
