-- Adds p_credits to a balance, or removes them if negative, once per reference (adjustment_outcome lists the outcomes). Only an adjustment
-- that corrects a balance beyond the limit can exceed max_credits.
create function adjust_credits(
  p_customer text,
  p_reference text,
  p_cause text,
  p_credits bigint,
  p_may_fall_below_zero boolean
) returns credit_adjustment
  language plpgsql
as $$
declare
  v_account locked_account := lock_credits(p_customer);
  v_after bigint := v_account.balance + p_credits;
  v_adjustment credit_adjustment;
  v_booked record;
begin
  v_adjustment.balance := v_account.balance;
  v_adjustment.outcome := case
    when not v_account.is_known then 'unknown-customer'
    when exists (
      select from movements where customer_id = p_customer and position is null and reference = p_reference
    ) then 'adjusted-before'
    when greatest(abs(v_after), v_after + case when p_credits > 0 then undecided_credits(p_customer) else 0 end) > max_credits()
      or (abs(p_credits) > max_credits() and abs(v_account.balance) <= max_credits()) then 'out-of-bounds'
    when p_credits < 0 and v_after < 0 and not p_may_fall_below_zero then 'below-zero'
    else 'adjusted'
  end;
  if v_adjustment.outcome <> 'adjusted' then
    return v_adjustment;
  end if;

  perform release_uncovered_holds(p_customer, v_after, v_account.now);
  v_booked := book_credits(p_customer, 'adjustment', p_reference, p_cause, p_credits, 0, v_account.now);
  perform post_credits(p_customer, v_booked.movement, 'adjustments', -p_credits, 0);
  perform book_grants(p_customer, v_booked.movement, 'adjustment', null, p_credits, 0, v_account.balance, v_account.now);
  v_adjustment.balance := v_booked.balance;
  perform add_low_balance(
    p_customer, v_account.balance - v_account.held, v_booked.balance - v_booked.held, v_account.top_up_below, v_account.now
  );
  return v_adjustment;
end
$$;
