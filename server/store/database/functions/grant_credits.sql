-- Gives a customer credits: the outcomes are those of GrantResult in credits/credits.ts.
create function grant_credits(
  p_customer text,
  p_grant uuid,
  p_credits bigint,
  p_reason text,
  p_expires_at timestamptz,
  p_priority bigint,
  p_cause text
) returns jsonb
  language plpgsql
as $$
declare
  v_account record;
  v_grant credit_grants;
  v_booked record;
begin
  v_account := lock_credits(p_customer);
  if not v_account.is_known then
    return jsonb_build_object('outcome', 'customer-not-found');
  end if;
  select * into v_grant from credit_grants where customer_id = p_customer and grant_id = p_grant;
  if found then
    if v_grant.kind <> 'promotion'
      or (v_grant.credits, v_grant.reason, v_grant.expires_at, v_grant.priority)
        is distinct from (p_credits, p_reason, p_expires_at, p_priority)
    then
      return jsonb_build_object('outcome', 'id-reused');
    end if;
    return jsonb_build_object('outcome', 'repeated', 'grant', describe_grant(
      v_grant,
      coalesce((
        select credits from grant_allocations
        where customer_id = p_customer and movement = v_grant.movement and grant_id = p_grant
      ), 0),
      0
    ));
  end if;
  if p_expires_at <= v_account.now then
    return jsonb_build_object('outcome', 'expires-in-past');
  end if;
  if not has_room(p_customer, v_account.balance, p_credits) then
    return jsonb_build_object('outcome', 'balance-full');
  end if;
  if not claim_call('grant', p_grant, p_customer) then
    return jsonb_build_object('outcome', 'id-reused');
  end if;

  v_booked := book_credits(p_customer, 'grant', 'grant ' || p_grant, p_cause, p_credits, 0, v_account.now);
  perform post_credits(p_customer, v_booked.movement, 'promotions', 0, -p_credits);
  perform add_grant(
    p_customer, v_booked.movement, p_grant, 'promotion', null, p_credits, greatest(-v_account.balance, 0), p_priority,
    p_reason, p_expires_at, v_account.now
  );
  select * into strict v_grant from credit_grants where customer_id = p_customer and grant_id = p_grant;
  return jsonb_build_object('outcome', 'created', 'grant', describe_grant(v_grant, v_grant.remaining, v_grant.held));
end
$$;

-- Takes back what is left of a grant; takes held credits when their hold ends. The outcomes are those of VoidResult in
-- credits/credits.ts.
create function void_grant(p_customer text, p_grant uuid, p_cause text) returns jsonb
  language plpgsql
as $$
declare
  v_account record;
  v_grant credit_grants;
  v_outcome text := 'repeated';
  v_available bigint;
begin
  v_account := lock_credits(p_customer);
  select * into v_grant from credit_grants where customer_id = p_customer and grant_id = p_grant and kind = 'promotion';
  if not found then
    return jsonb_build_object('outcome', 'grant-not-found');
  end if;
  if v_grant.voided_at is null then
    v_outcome := 'voided';
    update credit_grants set voided_at = v_account.now where customer_id = p_customer and grant_id = p_grant;
    if v_grant.remaining > v_grant.held then
      perform end_grant(p_customer, p_grant, v_grant.kind, v_grant.remaining - v_grant.held, true, p_cause, v_account.now);
      v_available := v_account.balance - v_account.held;
      perform add_low_balance(
        p_customer, v_available, v_available - (v_grant.remaining - v_grant.held), v_account.now, v_account.top_up_below
      );
    end if;
    select * into strict v_grant from credit_grants where customer_id = p_customer and grant_id = p_grant;
  end if;
  return jsonb_build_object('outcome', v_outcome, 'grant', describe_grant(v_grant, v_grant.remaining, v_grant.held));
end
$$;

create function describe_grant(p_grant credit_grants, p_remaining bigint, p_held bigint) returns jsonb
  language plpgsql
as $$
begin
  return jsonb_build_object(
    'id', p_grant.grant_id, 'customerId', p_grant.customer_id, 'kind', p_grant.kind, 'credits', p_grant.credits,
    'remaining', p_remaining, 'held', p_held, 'priority', p_grant.priority, 'reason', p_grant.reason,
    'expiresAt', p_grant.expires_at, 'createdAt', p_grant.created_at
  );
end
$$;
