-- Locks a customer's account until the transaction ends, and books what has expired by `now`. Every function that changes
-- credits calls this first. p_available is what the customer had before the change of which this call is a part; null: none.
create function lock_credits(
  p_customer text,
  p_available bigint default null,
  out is_known boolean,
  out balance bigint,
  out held bigint,
  out now timestamptz,
  out top_up_below bigint
)
  language plpgsql
as $$
#variable_conflict use_column
declare
  v_account accounts;
begin
  select * into v_account from accounts where customer_id = p_customer for no key update;
  is_known := found;
  -- Read under the lock, so that a customer's movements are in chronological order.
  now := store_now();
  if v_account.granted_movement < v_account.movements or v_account.credits_due_at <= lock_credits.now then
    perform catch_up_grants(p_customer);
    perform book_expired(p_customer, lock_credits.now);
    p_available := coalesce(p_available, v_account.balance - v_account.held);
    select * into v_account from accounts where customer_id = p_customer;
    perform add_low_balance(
      p_customer, p_available, v_account.balance - v_account.held, lock_credits.now, v_account.top_up_below
    );
    if v_account.balance - v_account.held < least(p_available, v_account.top_up_below) and v_account.top_up_below is not null then
      perform request_top_up(
        p_customer, 'expiry', null, v_account.balance - v_account.held, lock_credits.now
      );
    end if;
  end if;
  balance := v_account.balance;
  held := v_account.held;
  top_up_below := v_account.top_up_below;
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
