-- Books a purchase or its reversal: the movement, its postings, the stored sums and the grants. The caller calls lock_credits.
-- Returns the new balance.
create function book_movement(
  p_customer text,
  p_position bigint,
  p_kind text,
  p_reference text,
  p_cause text,
  p_gateway_transaction_id text,
  p_cents bigint,
  p_credits bigint,
  p_bonus_credits bigint,
  p_now timestamptz
) returns bigint
  language plpgsql
as $$
declare
  v_sign bigint := case p_kind when 'purchase' then 1 else -1 end;
  v_account accounts;
begin
  if p_kind <> 'purchase' then
    perform restore_expired(p_customer, p_position, p_credits, p_bonus_credits, p_cause, p_now);
    select * into strict v_account from accounts where customer_id = p_customer;
    perform release_uncovered_holds(p_customer, v_account.balance - p_credits - p_bonus_credits, p_now);
  end if;

  update accounts set
    balance = balance + v_sign * (p_credits + p_bonus_credits),
    credits_purchased = credits_purchased + v_sign * (p_credits + p_bonus_credits),
    spent_cents = spent_cents + v_sign * p_cents,
    movements = movements + 1,
    granted_movement = movements + 1
  where customer_id = p_customer
  returning * into strict v_account;

  insert into movements (
    customer_id, movement, position, kind, reference, cause, gateway_transaction_id, balance_after, created_at
  ) values (
    p_customer, v_account.movements, p_position, p_kind, p_reference, p_cause, p_gateway_transaction_id,
    v_account.balance, p_now
  );
  insert into postings (customer_id, movement, debit_account, credit_account, amount)
  select
    p_customer,
    v_account.movements,
    case p_kind when 'purchase' then taken_from else given_to end,
    case p_kind when 'purchase' then given_to else taken_from end,
    amount
  from (
    values
      ('gateway', case p_kind when 'purchase' then 'sales' when 'chargeback' then 'chargebacks' else 'refunds' end, p_cents),
      ('credits_sold', 'credits', p_credits),
      ('promotions', 'bonus', p_bonus_credits)
  ) posted (taken_from, given_to, amount)
  where amount > 0;

  perform book_grants(
    p_customer, v_account.movements, p_kind, p_position, v_sign * p_credits, v_sign * p_bonus_credits,
    v_account.balance - v_sign * (p_credits + p_bonus_credits), p_now
  );
  return v_account.balance;
end
$$;

-- A reversal takes credits of its purchase even if they have expired. So that they are not taken twice,
-- this first undoes as much of the expiry as the reversal needs: for each kind, and then for both.
create function restore_expired(
  p_customer text,
  p_position bigint,
  p_credits bigint,
  p_bonus_credits bigint,
  p_cause text,
  p_now timestamptz
) returns void
  language plpgsql
as $$
declare
  v_own uuid[] := array[grant_of_entry(p_customer, p_position, 'purchase'), grant_of_entry(p_customer, p_position, 'bonus')];
  v_grant record;
  v_lacking bigint;
begin
  if not exists (select from credit_grants where customer_id = p_customer and grant_id = any (v_own) and expired > 0) then
    return;
  end if;
  for v_grant in
    select grant_id, kind, expired, remaining - held as free
    from credit_grants
    where customer_id = p_customer and grant_id = any (v_own) and expired > 0
  loop
    v_lacking := case v_grant.kind when 'purchase' then p_credits else p_bonus_credits end - v_grant.free;
    if v_lacking > 0 then
      perform end_grant(
        p_customer, v_grant.grant_id, v_grant.kind, -least(v_grant.expired, v_lacking), false, p_cause, p_now
      );
    end if;
  end loop;

  v_lacking := p_credits + p_bonus_credits - (
    select sum(remaining - held) from credit_grants
    where customer_id = p_customer and grant_id = any (v_own)
  );
  for v_grant in
    select grant_id, kind, expired
    from credit_grants
    where customer_id = p_customer and grant_id = any (v_own) and expired > 0
  loop
    exit when v_lacking <= 0;
    perform end_grant(
      p_customer, v_grant.grant_id, v_grant.kind, -least(v_grant.expired, v_lacking), false, p_cause, p_now
    );
    v_lacking := v_lacking - least(v_grant.expired, v_lacking);
  end loop;
end
$$;
