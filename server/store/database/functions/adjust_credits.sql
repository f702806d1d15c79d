-- Adds credits, or takes some if p_credits is negative, as a movement. Does so once per reference.
--   adjusted, adjusted-before, unknown-customer
--   out-of-bounds  no change: more than 10^12 credits, or the balance would be, counting purchases in flight.
--                  A balance beyond that may change back by any amount
--   below-zero     no change: the balance would be negative and p_may_fall_below_zero is false
-- balance is the resulting balance.
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
  v_locked record;
  v_account accounts;
  v_undecided bigint := 0;
  v_booked record;
begin
  v_locked := lock_credits(p_customer);
  select * into v_account from accounts where customer_id = p_customer;
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

  perform release_uncovered_holds(p_customer, balance + p_credits, v_locked.now);
  v_booked := book_credits(p_customer, 'adjustment', p_reference, p_cause, p_credits, 0, v_locked.now);
  perform post_credits(p_customer, v_booked.movement, 'adjustments', -p_credits, 0);
  perform book_grants(p_customer, v_booked.movement, 'adjustment', null, p_credits, 0, balance, v_locked.now);
  outcome := 'adjusted';
  balance := v_booked.balance;
  perform add_low_balance(
    p_customer, v_account.balance - v_account.held, v_booked.balance - v_booked.held, v_locked.now, v_locked.top_up_below
  );
end
$$;
