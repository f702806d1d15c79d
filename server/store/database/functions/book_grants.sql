-- Adds or takes grants for a movement that isn't a merchant's API call: a purchase, a reversal or an adjustment.
-- p_before is the balance before it. A reversal takes its own purchase's credits first. It takes no held credits, so
-- the caller releases uncovered holds first.
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
  v_expire_days bigint[];
  v_expires_at timestamptz[];
begin
  if v_change < 0 then
    perform take_from_grants(
      p_customer, p_movement, greatest(p_before, 0) - greatest(p_before + v_change, 0),
      array[grant_of_entry(p_customer, p_position, 'purchase'), grant_of_entry(p_customer, p_position, 'bonus')]
    );
    return;
  end if;
  if p_kind <> 'purchase' then
    perform add_grant(
      p_customer, p_movement, md5(p_customer || '/movement ' || p_movement)::uuid, 'adjustment', null, v_change, v_debt,
      100, null, null, p_now
    );
    return;
  end if;

  select array[credits_expire_days, bonus_expire_days] into v_expire_days from transactions
  where customer_id = p_customer and position = p_position;
  v_expires_at := array[
    p_now + v_expire_days[1] * interval '24 hours', p_now + v_expire_days[2] * interval '24 hours'
  ];
  -- In order of use, so that the debt is filled in that order.
  if p_bonus_credits > 0 and v_expires_at[1] < coalesce(v_expires_at[2], 'infinity') is not true then
    v_debt := add_grant(
      p_customer, p_movement, grant_of_entry(p_customer, p_position, 'bonus'), 'bonus', p_position, p_bonus_credits, v_debt,
      100, null, v_expires_at[2], p_now
    );
    p_bonus_credits := 0;
  end if;
  v_debt := add_grant(
    p_customer, p_movement, grant_of_entry(p_customer, p_position, 'purchase'), 'purchase', p_position, p_credits, v_debt,
    100, null, v_expires_at[1], p_now
  );
  if p_bonus_credits > 0 then
    perform add_grant(
      p_customer, p_movement, grant_of_entry(p_customer, p_position, 'bonus'), 'bonus', p_position, p_bonus_credits, v_debt,
      100, null, v_expires_at[2], p_now
    );
  end if;
end
$$;

-- Releases the newest holds that the balance no longer covers, before a movement other than a spend lowers it to p_balance.
create function release_uncovered_holds(p_customer text, p_balance bigint, p_now timestamptz) returns void
  language plpgsql
as $$
declare
  v_held bigint;
begin
  select held into v_held from accounts where customer_id = p_customer;
  if v_held <= greatest(p_balance, 0) then
    return;
  end if;
  perform end_holds(
    p_customer,
    array(
      select hold_id from (
        select hold_id, sum(credits) over (order by created_at desc, hold_id desc) - credits as newer
        from holds where customer_id = p_customer and state = 'open'
      ) open_holds
      where v_held - newer > greatest(p_balance, 0)
    ),
    'released', p_now, p_balance
  );
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
