-- Ends open holds and frees their credits. The next lock_credits books freed credits whose grant has expired. Ends all holds in one call,
-- because a customer can have any number of them. p_balance is the new balance, if the caller is about to change it.
create function end_holds(
  p_customer text,
  p_holds uuid[],
  p_state text,
  p_now timestamptz,
  p_balance bigint default null
) returns void
  language plpgsql
  set enable_seqscan = off
as $$
declare
  v_account accounts;
begin
  update credit_grants grants set held = grants.held - freed.credits
  from (
    select grant_id, sum(credits)::bigint as credits from hold_allocations
    where customer_id = p_customer and hold_id = any (p_holds)
    group by grant_id
  ) freed
  where grants.customer_id = p_customer and grants.grant_id = freed.grant_id;
  update accounts set
    held = held - (select sum(credits)::bigint from holds where customer_id = p_customer and hold_id = any (p_holds)),
    used = used - coalesce(case when used_month is not null then (
      select sum(credits)::bigint from holds
      where customer_id = p_customer and hold_id = any (p_holds) and refund_id is null and chicago_month(created_at) = used_month
    ) end, 0),
    credits_due_at = least(credits_due_at, due_of_holds(p_customer, p_holds, p_now))
  where customer_id = p_customer
  returning * into v_account;
  update holds set
    state = p_state,
    ended_at = p_now,
    ended_balance = coalesce(p_balance, v_account.balance),
    ended_held = v_account.held
  where customer_id = p_customer and hold_id = any (p_holds);
end
$$;

-- Returns when to book the grants of ended holds, or null if no grant expires.
create function due_of_holds(p_customer text, p_holds uuid[], p_now timestamptz) returns timestamptz
  language plpgsql
  set enable_seqscan = off
as $$
begin
  return (
    select min(case when voided_at is not null then p_now else expires_at end)
    from hold_allocations allocations
    join credit_grants grants on grants.customer_id = p_customer and grants.grant_id = allocations.grant_id
    where allocations.customer_id = p_customer and allocations.hold_id = any (p_holds) and is_open
      and (voided_at is not null or expires_at is not null)
  );
end
$$;

-- Releases the newest holds that the balance will no longer cover, before a movement other than a spend lowers it to p_balance. Holds for
-- refunds come last; book_grants then holds what is left of their credits.
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
        select hold_id, sum(credits) over (order by refund_id is not null, created_at desc, hold_id desc) - credits as newer
        from holds where customer_id = p_customer and state = 'open'
      ) open_holds
      where v_held - newer > greatest(p_balance, 0)
    ),
    'released', p_now, p_balance
  );
end
$$;

-- Books an ended hold's expired credits, stores the account's sums for repeated calls, and returns the hold. p_available is the customer's
-- available credits before the hold ended.
create function conclude_hold(p_call credit_call, p_available bigint) returns merchant_hold
  language plpgsql
as $$
declare
  v_account locked_account := lock_credits(p_call.customer_id, p_available);
  v_hold holds;
begin
  update holds set ended_balance = v_account.balance, ended_held = v_account.held
  where customer_id = p_call.customer_id and hold_id = p_call.id
  returning * into v_hold;
  return describe_hold(v_hold, v_hold.ended_balance, v_hold.ended_held);
end
$$;
