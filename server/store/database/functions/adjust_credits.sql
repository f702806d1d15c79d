-- Gives a customer credits, or takes some where p_credits is below zero, as a movement of its own. Once for each reference: a
-- repetition changes nothing.
--   adjusted, adjusted-before, unknown-customer
--   out-of-bounds  nothing was done, as it is more than 10^12 credits, or the balance would be, also with purchases in flight. One that
--     is beyond may come back by any number
--   below-zero    nothing was done, as the balance would fall below zero and p_may_fall_below_zero is false
-- balance is what the customer has afterwards.
create function adjust_credits(
  p_customer text,
  p_reference text,
  p_cause text,
  p_credits bigint,
  p_may_fall_below_zero boolean,
  out outcome text,
  out balance bigint
)
  language plpgsql
as $$
#variable_conflict use_column
declare
  v_account accounts;
  v_undecided bigint := 0;
begin
  select * into v_account from accounts where customer_id = p_customer for update;
  if not found then
    outcome := 'unknown-customer';
    return;
  end if;
  balance := v_account.balance;
  if exists (
    select from movements where customer_id = p_customer and position is null and reference = p_reference
  ) then
    outcome := 'adjusted-before';
    return;
  end if;
  if p_credits > 0 then
    select coalesce(sum(credits + bonus_credits), 0) into v_undecided
    from purchase_attempts join transactions using (customer_id, position)
    where customer_id = p_customer and state = 'sending';
  end if;
  if greatest(abs(v_account.balance + p_credits), v_account.balance + p_credits + v_undecided) > 1000000000000
    or (abs(p_credits) > 1000000000000 and abs(v_account.balance) <= 1000000000000)
  then
    outcome := 'out-of-bounds';
    return;
  end if;
  if p_credits < 0 and v_account.balance + p_credits < 0 and not p_may_fall_below_zero then
    outcome := 'below-zero';
    return;
  end if;

  update accounts set balance = balance + p_credits, movements = movements + 1
  where customer_id = p_customer
  returning * into strict v_account;
  insert into movements (customer_id, movement, kind, reference, cause, balance_after, created_at)
  values (
    p_customer, v_account.movements, 'adjustment', p_reference, p_cause, v_account.balance, store_now()
  );
  insert into postings (customer_id, movement, debit_account, credit_account, amount)
  values (
    p_customer,
    v_account.movements,
    case when p_credits < 0 then 'credits' else 'adjustments' end,
    case when p_credits < 0 then 'adjustments' else 'credits' end,
    abs(p_credits)
  );
  outcome := 'adjusted';
  balance := v_account.balance;
end
$$;
