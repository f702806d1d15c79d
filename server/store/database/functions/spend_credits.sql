-- Spends credits immediately, without a hold.
create function spend_credits(p_call credit_call, p_account locked_account) returns credit_result
  language plpgsql
as $$
declare
  v_result credit_result;
  v_spend spends;
  v_booked record;
  v_grant record;
  v_left bigint := p_call.credits;
  v_part bigint;
  v_bonus bigint := 0;
begin
  select * into v_spend from spends where customer_id = p_call.customer_id and spend_id = p_call.id;
  if found then
    if (v_spend.credits, v_spend.reference, v_spend.description)
      is distinct from (p_call.credits, p_call.reference, p_call.description)
    then
      v_result.outcome := 'id-reused';
      return v_result;
    end if;
    v_result.outcome := 'repeated';
    v_result.spend := describe_spend(
      v_spend, 0,
      (select balance_after from movements where customer_id = p_call.customer_id and movement = v_spend.movement),
      v_spend.held_after
    );
    return v_result;
  end if;
  v_result := begin_spending(p_call, p_account);
  if v_result.outcome is not null then
    return v_result;
  end if;

  v_booked := book_credits(
    p_call.customer_id, 'spend', 'spend ' || p_call.id, p_call.cause, -p_call.credits, 0, p_account.now, p_call.credits
  );
  for v_grant in
    select grant_id, kind, remaining - held as free from spendable_grants(p_call.customer_id) where remaining > held
  loop
    v_part := least(v_left, v_grant.free);
    perform change_grant(p_call.customer_id, v_booked.movement, v_grant.grant_id, v_part);
    v_left := v_left - v_part;
    v_bonus := v_bonus + case when v_grant.kind in ('bonus', 'promotion') then v_part else 0 end;
    exit when v_left = 0;
  end loop;
  if v_left > 0 then
    raise exception 'the grants of % lack % credits', p_call.customer_id, v_left;
  end if;
  perform post_credits(p_call.customer_id, v_booked.movement, 'spent', p_call.credits - v_bonus, v_bonus);
  perform add_low_balance(
    p_call.customer_id, p_account.balance - p_account.held, v_booked.balance - v_booked.held, p_account.top_up_below,
    p_account.now, 'spend'
  );
  insert into spends (customer_id, spend_id, movement, credits, reference, description, held_after, created_at)
  values (
    p_call.customer_id, p_call.id, v_booked.movement, p_call.credits, p_call.reference, p_call.description, v_booked.held,
    p_account.now
  )
  returning * into v_spend;
  v_result.outcome := 'created';
  v_result.spend := describe_spend(v_spend, 0, v_booked.balance, v_booked.held);
  return v_result;
end
$$;

create function describe_spend(p_spend spends, p_returned bigint, p_balance bigint, p_held bigint) returns merchant_spend
  language sql stable
as $$
  select row(
    p_spend.spend_id, p_spend.customer_id, p_spend.credits, p_returned, p_spend.reference, instant(p_spend.created_at),
    p_balance, p_held, p_balance - p_held
  )::merchant_spend
$$;
