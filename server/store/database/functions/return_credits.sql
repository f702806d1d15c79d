-- Returns a spend's credits to the grants they came from, in reverse order. Credits of grants that have
-- expired since expire again immediately. The outcomes are those of ReturnResult in credits/credits.ts.
create function return_credits(
  p_customer text,
  p_spend uuid,
  p_return uuid,
  p_credits bigint,
  p_cause text
) returns jsonb
  language plpgsql
as $$
declare
  v_account record;
  v_answer jsonb;
  v_spend spends;
  v_return spend_returns;
  v_booked record;
  v_share record;
  v_skipped bigint;
  v_left bigint := p_credits;
  v_part bigint;
  v_debt bigint;
  v_bonus bigint := 0;
  v_due_at timestamptz;
begin
  v_account := lock_credits(p_customer);
  select * into v_spend from spends where customer_id = p_customer and spend_id = p_spend;
  if not found then
    return jsonb_build_object('outcome', 'spend-not-found');
  end if;
  select * into v_return from spend_returns where customer_id = p_customer and return_id = p_return;
  if found then
    if (v_return.spend_id, v_return.credits) is distinct from (p_spend, p_credits) then
      return jsonb_build_object('outcome', 'id-reused');
    end if;
    return jsonb_build_object('outcome', 'repeated', 'spend', describe_spend(
      v_spend, v_return.returned_after, v_return.balance_after, v_return.held_after
    ));
  end if;
  if p_credits > v_spend.credits - v_spend.returned then
    return jsonb_build_object('outcome', 'exceeds-spend', 'returnable', v_spend.credits - v_spend.returned);
  end if;
  if not has_room(p_customer, v_account.balance, p_credits) then
    return jsonb_build_object('outcome', 'balance-full');
  end if;
  if not claim_call('return', p_return, p_customer) then
    return jsonb_build_object('outcome', 'id-reused');
  end if;

  v_booked := book_credits(p_customer, 'return', 'return ' || p_return, p_cause, p_credits, 0, v_account.now);
  v_debt := greatest(-v_account.balance, 0);
  v_skipped := v_spend.returned;
  for v_share in
    select grant_id, kind, -allocations.credits as credits, case when voided_at is null then expires_at else v_account.now end as due_at
    from grant_allocations allocations join credit_grants grants using (customer_id, grant_id)
    where customer_id = p_customer and allocations.movement = v_spend.movement
    order by priority desc, expires_at desc, (kind = 'purchase') desc, grants.created_at desc, grant_id desc
  loop
    v_part := greatest(least(v_left, v_share.credits - v_skipped), 0);
    v_skipped := greatest(v_skipped - v_share.credits, 0);
    continue when v_part = 0;
    perform change_grant(p_customer, v_booked.movement, v_share.grant_id, -greatest(v_part - v_debt, 0));
    if v_part > v_debt then
      v_due_at := least(v_due_at, v_share.due_at);
    end if;
    v_debt := greatest(v_debt - v_part, 0);
    v_left := v_left - v_part;
    v_bonus := v_bonus + case when v_share.kind in ('bonus', 'promotion') then v_part else 0 end;
  end loop;
  if v_left > 0 then
    raise exception 'the allocations of spend % lack % credits', p_spend, v_left;
  end if;
  perform post_credits(p_customer, v_booked.movement, 'spent', v_bonus - p_credits, -v_bonus);
  update spends set returned = returned + p_credits where customer_id = p_customer and spend_id = p_spend
  returning * into v_spend;
  update accounts set credits_due_at = least(credits_due_at, v_due_at) where customer_id = p_customer and v_due_at is not null;
  v_account := lock_credits(p_customer, v_account.balance - v_account.held);
  insert into spend_returns (
    customer_id, return_id, spend_id, movement, credits, returned_after, balance_after, held_after, created_at
  ) values (
    p_customer, p_return, p_spend, v_booked.movement, p_credits, v_spend.returned, v_account.balance, v_account.held,
    v_account.now
  );
  v_answer := describe_spend(v_spend, v_spend.returned, v_account.balance, v_account.held);
  perform add_event(p_customer, 'spend.returned', v_answer, v_account.now);
  return jsonb_build_object('outcome', 'created', 'spend', v_answer);
end
$$;
