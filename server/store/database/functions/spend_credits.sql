-- Spends credits at once: the outcomes are those of SpendResult in credits/credits.ts.
create function spend_credits(
  p_customer text,
  p_spend uuid,
  p_credits bigint,
  p_reference text,
  p_description text,
  p_cause text
) returns jsonb
  language plpgsql
as $$
declare
  v_account record;
  v_spend spends;
  v_refusal jsonb;
  v_booked record;
  v_grant record;
  v_left bigint := p_credits;
  v_part bigint;
  v_bonus bigint := 0;
begin
  v_account := lock_credits(p_customer);
  select * into v_spend from spends where customer_id = p_customer and spend_id = p_spend;
  if found then
    if (v_spend.credits, v_spend.reference, v_spend.description) is distinct from (p_credits, p_reference, p_description) then
      return jsonb_build_object('outcome', 'id-reused');
    end if;
    return jsonb_build_object('outcome', 'repeated', 'spend', describe_spend(
      v_spend, 0,
      (select balance_after from movements where customer_id = p_customer and movement = v_spend.movement), v_spend.held_after
    ));
  end if;

  v_refusal := refuse_credits(p_customer, v_account.is_known, v_account.balance - v_account.held, p_credits);
  if v_refusal is not null then
    if v_refusal ->> 'outcome' = 'insufficient-credits' and v_account.top_up_below is not null then
      perform request_top_up(p_customer, 'refusal', p_credits, v_account.balance - v_account.held, v_account.now);
    end if;
    return v_refusal;
  end if;
  if not claim_call('spend', p_spend, p_customer) then
    return jsonb_build_object('outcome', 'id-reused');
  end if;
  v_booked := book_credits(p_customer, 'spend', 'spend ' || p_spend, p_cause, -p_credits, 0, v_account.now);
  for v_grant in
    select grant_id, kind, remaining - held as free from credit_grants
    where customer_id = p_customer and is_open and remaining > held
    order by priority, expires_at, kind = 'purchase', created_at, grant_id
  loop
    v_part := least(v_left, v_grant.free);
    perform change_grant(p_customer, v_booked.movement, v_grant.grant_id, v_part);
    v_left := v_left - v_part;
    v_bonus := v_bonus + case when v_grant.kind in ('bonus', 'promotion') then v_part else 0 end;
    exit when v_left = 0;
  end loop;
  if v_left > 0 then
    raise exception 'the grants of % lack % credits', p_customer, v_left;
  end if;
  perform post_credits(p_customer, v_booked.movement, 'spent', p_credits - v_bonus, v_bonus);
  perform add_low_balance(
    p_customer, v_account.balance - v_account.held, v_booked.balance - v_booked.held, v_account.now, v_account.top_up_below
  );
  if v_booked.balance - v_booked.held < v_account.top_up_below then
    perform request_top_up(p_customer, 'spend', null, v_booked.balance - v_booked.held, v_account.now);
  end if;
  insert into spends (customer_id, spend_id, movement, credits, reference, description, held_after, created_at)
  values (
    p_customer, p_spend, v_booked.movement, p_credits, p_reference, p_description, v_booked.held, v_account.now
  )
  returning * into v_spend;
  return jsonb_build_object('outcome', 'created', 'spend', describe_spend(v_spend, 0, v_booked.balance, v_booked.held));
end
$$;

-- Why a customer can't spend or hold this many credits; null: they can.
create function refuse_credits(p_customer text, p_is_known boolean, p_available bigint, p_credits bigint) returns jsonb
  language plpgsql
as $$
begin
  if not p_is_known then
    return jsonb_build_object('outcome', 'customer-not-found');
  end if;
  if exists (select from customers where customer_id = p_customer and blocked_at is not null) then
    return jsonb_build_object('outcome', 'customer-blocked');
  end if;
  if p_available < p_credits then
    return jsonb_build_object('outcome', 'insufficient-credits', 'required', p_credits, 'available', p_available);
  end if;
  return null;
end
$$;

create function describe_spend(p_spend spends, p_returned bigint, p_balance bigint, p_held bigint) returns jsonb
  language plpgsql
as $$
begin
  return jsonb_build_object(
    'id', p_spend.spend_id, 'customerId', p_spend.customer_id, 'credits', p_spend.credits, 'returned', p_returned,
    'reference', p_spend.reference, 'description', p_spend.description, 'createdAt', p_spend.created_at,
    'balance', p_balance, 'held', p_held, 'available', p_balance - p_held
  );
end
$$;
