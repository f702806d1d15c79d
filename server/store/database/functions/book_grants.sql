-- Adds grants, or removes their credits, for a movement outside the merchant's API: a purchase, a reversal or an adjustment. p_before is
-- the balance before the movement. A reversal removes its own purchase's credits first. It can't remove held credits, so the caller first
-- releases uncovered holds.
create function book_grants(
  p_customer text,
  p_movement bigint,
  p_kind text,
  p_position bigint,
  p_credits bigint,
  p_bonus_credits bigint,
  p_before bigint,
  p_now timestamptz
) returns void
  language plpgsql
as $$
declare
  v_change bigint := p_credits + p_bonus_credits;
  v_debt bigint := greatest(-p_before, 0);
  v_grant credit_grants;
begin
  if v_change <= 0 then
    perform take_from_grants(
      p_customer, p_movement, greatest(p_before, 0) - greatest(p_before + v_change, 0), grants_of_entry(p_customer, p_position)
    );
    perform hold_refunded_credits(p_customer, p_now);
    return;
  end if;
  v_grant.customer_id := p_customer;
  v_grant.movement := p_movement;
  v_grant.priority := 100;
  v_grant.created_at := p_now;
  if p_kind <> 'purchase' then
    v_grant.grant_id := md5(p_customer || '/movement ' || p_movement)::uuid;
    v_grant.kind := 'adjustment';
    v_grant.credits := v_change;
    perform add_grant(v_grant, v_debt);
    perform add_event(p_customer, 'grant.created', to_jsonb(describe_grant(credit_grants)), p_now)
    from credit_grants where customer_id = p_customer and grant_id = v_grant.grant_id;
    return;
  end if;

  v_grant.position := p_position;
  -- Add the grants in order of use, so that they pay off the debt in that order.
  for v_grant.kind, v_grant.credits, v_grant.expires_at in
    select parts.kind, parts.credits, p_now + days * interval '24 hours' as expires_at
    from transactions cross join lateral (
      values ('bonus', p_bonus_credits, bonus_expire_days), ('purchase', p_credits, credits_expire_days)
    ) parts (kind, credits, days)
    where customer_id = p_customer and position = p_position and (parts.kind = 'purchase' or parts.credits > 0)
    order by expires_at, parts.kind = 'purchase'
  loop
    v_grant.grant_id := grant_of_entry(p_customer, p_position, v_grant.kind);
    v_debt := add_grant(v_grant, v_debt);
  end loop;
end
$$;

-- Updates the grants for movements that other programs or the previous release booked.
create function catch_up_grants(p_customer text) returns void
  language plpgsql
as $$
declare
  v_account accounts;
  v_before bigint;
  v_movement record;
begin
  select * into v_account from accounts where customer_id = p_customer;
  if v_account.granted_movement >= v_account.movements then
    return;
  end if;
  v_before := coalesce((
    select balance_after from movements where customer_id = p_customer and movement = v_account.granted_movement
  ), 0);
  for v_movement in
    select movement, kind, position, balance_after, created_at, coalesce(sum(
      case 'bonus' when credit_account then amount when debit_account then -amount end
    ), 0)::bigint as bonus_credits
    from movements left join postings using (customer_id, movement)
    where customer_id = p_customer and movement > v_account.granted_movement
    group by customer_id, movement
    order by movement
  loop
    if v_movement.balance_after <> v_before then
      perform release_uncovered_holds(p_customer, v_movement.balance_after, store_now());
      perform book_grants(
        p_customer, v_movement.movement, v_movement.kind, v_movement.position,
        v_movement.balance_after - v_before - v_movement.bonus_credits, v_movement.bonus_credits, v_before,
        v_movement.created_at
      );
    end if;
    v_before := v_movement.balance_after;
  end loop;
  update accounts set granted_movement = v_account.movements where customer_id = p_customer;
end
$$;
