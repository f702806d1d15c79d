-- Returns a spend's credits to the grants they came from, in reverse order. If a grant has expired since, its credits expire again
-- immediately.
create function return_credits(p_call credit_call, p_account locked_account) returns credit_result
  language plpgsql
as $$
declare
  v_account locked_account;
  v_result credit_result;
  v_spend spends;
  v_return spend_returns;
  v_booked record;
  v_grant record;
  v_skipped bigint;
  v_left bigint := p_call.credits;
  v_part bigint;
  v_debt bigint := greatest(-p_account.balance, 0);
  v_bonus bigint := 0;
  v_due_at timestamptz;
begin
  select * into v_spend from spends where customer_id = p_call.customer_id and spend_id = p_call.id;
  if not found then
    v_result.outcome := 'spend-not-found';
    return v_result;
  end if;
  select * into v_return from spend_returns where customer_id = p_call.customer_id and return_id = p_call.return_id;
  if found then
    if (v_return.spend_id, v_return.credits) is distinct from (p_call.id, p_call.credits) then
      v_result.outcome := 'id-reused';
      return v_result;
    end if;
    v_result.outcome := 'repeated';
    v_result.spend := describe_spend(v_spend, v_return.returned_after, v_return.balance_after, v_return.held_after);
    return v_result;
  end if;
  if p_call.credits > v_spend.credits - v_spend.returned then
    v_result.outcome := 'exceeds-spend';
    v_result.returnable := v_spend.credits - v_spend.returned;
    return v_result;
  end if;
  if p_account.balance + p_call.credits + undecided_credits(p_call.customer_id) > max_credits() then
    v_result.outcome := 'balance-full';
    return v_result;
  end if;
  if not claim_call('return', p_call.return_id, p_call.customer_id) then
    v_result.outcome := 'id-reused';
    return v_result;
  end if;

  v_booked := book_credits(
    p_call.customer_id, 'return', 'return ' || p_call.return_id, p_call.cause, p_call.credits, 0, p_account.now,
    case when chicago_month(v_spend.created_at) = p_account.used_month then -p_call.credits else 0 end
  );
  v_skipped := v_spend.returned;
  for v_grant in
    select grant_id, kind, expires_at, voided_at, -allocations.credits as taken
    from grant_allocations allocations join credit_grants grants using (customer_id, grant_id)
    where customer_id = p_call.customer_id and allocations.movement = v_spend.movement
    order by order_of_use(grants) desc
  loop
    v_part := greatest(least(v_left, v_grant.taken - v_skipped), 0);
    v_skipped := greatest(v_skipped - v_grant.taken, 0);
    continue when v_part = 0;
    perform change_grant(p_call.customer_id, v_booked.movement, v_grant.grant_id, -greatest(v_part - v_debt, 0));
    if v_part > v_debt then
      v_due_at := least(v_due_at, case when v_grant.voided_at is null then v_grant.expires_at else p_account.now end);
    end if;
    v_debt := greatest(v_debt - v_part, 0);
    v_left := v_left - v_part;
    v_bonus := v_bonus + case when v_grant.kind in ('bonus', 'promotion') then v_part else 0 end;
  end loop;
  if v_left > 0 then
    raise exception 'the allocations of spend % lack % credits', p_call.id, v_left;
  end if;
  perform post_credits(p_call.customer_id, v_booked.movement, 'spent', v_bonus - p_call.credits, -v_bonus);
  update spends set returned = returned + p_call.credits where customer_id = p_call.customer_id and spend_id = p_call.id
  returning * into v_spend;
  update accounts set credits_due_at = least(credits_due_at, v_due_at)
  where customer_id = p_call.customer_id and v_due_at is not null;
  v_account := lock_credits(p_call.customer_id, p_account.balance - p_account.held);
  insert into spend_returns (
    customer_id, return_id, spend_id, movement, credits, returned_after, balance_after, held_after, created_at
  ) values (
    p_call.customer_id, p_call.return_id, p_call.id, v_booked.movement, p_call.credits, v_spend.returned, v_account.balance,
    v_account.held, v_account.now
  );
  v_result.outcome := 'created';
  v_result.spend := describe_spend(v_spend, v_spend.returned, v_account.balance, v_account.held);
  perform add_event(p_call.customer_id, 'spend.returned', to_jsonb(v_result.spend), v_account.now);
  return v_result;
end
$$;
