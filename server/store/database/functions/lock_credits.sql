-- Locks a customer's account until the transaction ends, books what has expired, and counts a new month's use if there is a spending limit.
-- Every function that changes credits calls this first.
-- If the call is part of a change, p_available is the available credits before the change; otherwise null.
create function lock_credits(p_customer text, p_available bigint default null) returns locked_account
  language plpgsql
as $$
declare
  v_account accounts;
  v_is_known boolean;
  v_now timestamptz;
begin
  select * into v_account from accounts where customer_id = p_customer for no key update;
  v_is_known := found;
  -- Read the clock under the lock, so that a customer's movements are in chronological order.
  v_now := store_now();
  if v_account.granted_movement < v_account.movements or v_account.credits_due_at <= v_now then
    perform catch_up_grants(p_customer);
    perform book_expired(p_customer, v_now);
    p_available := coalesce(p_available, v_account.balance - v_account.held);
    select * into v_account from accounts where customer_id = p_customer;
    perform add_low_balance(
      p_customer, p_available, v_account.balance - v_account.held, v_account.top_up_below, v_now, 'expiry'
    );
  end if;
  if v_account.used_month is not null and v_account.used_month <> chicago_month(v_now) then
    update accounts set used = month_use(p_customer, chicago_month(v_now)), used_month = chicago_month(v_now)
    where customer_id = p_customer
    returning * into v_account;
  end if;
  return row(
    v_is_known, v_account.balance, v_account.held, v_now, v_account.top_up_below, v_account.spending_limit, v_account.used,
    v_account.used_month
  )::locked_account;
end
$$;

-- Books these customers' expired credits.
create function refresh_credits(p_customers text[]) returns void
  language plpgsql
as $$
declare
  v_customer text;
begin
  foreach v_customer in array p_customers
  loop
    perform lock_credits(v_customer);
  end loop;
end
$$;
