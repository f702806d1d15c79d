-- Spending limits count credits like this: a spend in its month, minus its returns, whenever they happen; a hold in its month, minus what
-- is released, whenever it ends. A capture adds nothing, and neither does a hold for a refund.

-- Returns how many credits a customer uses in the month that starts at p_month.
create function month_use(p_customer text, p_month timestamptz) returns bigint
  language plpgsql stable
  set enable_seqscan = off
  set jit = off
as $$
declare
  v_month date := chicago_day(p_month);
  v_account accounts;
begin
  select * into v_account from accounts where customer_id = p_customer;
  return (
    select coalesce(sum(credits), 0)::bigint
    from (
      -- From a day earlier, in case the database's clock was set back.
      select credits from usage_days where customer_id = p_customer and day >= v_month - 1 and month = v_month
      union all
      select credits
      from uses_between(
        p_customer, greatest(v_account.summed_movement + 1, movement_at(p_customer, p_month - interval '1 day')), v_account.movements
      )
      where month = v_month
      union all
      select credits from holds
      where customer_id = p_customer and state = 'open' and refund_id is null and chicago_month(created_at) = p_month
    ) used
  );
end
$$;

-- Returns whether to call report_use. PostgreSQL inlines the function, so that most spends call none. Returns null without a limit.
create function is_reported(p_used bigint, p_limit bigint) returns boolean
  language sql immutable
  return p_used * 100 >= p_limit * 80;

-- Returns which percentage an event reports for this use: 80, 100 or none (0).
create function percent_reached(p_used bigint, p_limit bigint) returns int
  language sql immutable
  return case when p_used >= p_limit then 100 when is_reported(p_used, p_limit) then 80 else 0 end;

-- Adds an event and a mail if p_credits more than p_used reach 80 or 100 percent of the limit, once per month for each. If they reach both,
-- only for 100.
create function report_use(p_customer text, p_used bigint, p_credits bigint, p_limit bigint, p_now timestamptz) returns void
  language plpgsql
as $$
declare
  v_percent int := percent_reached(p_used + p_credits, p_limit);
  v_data jsonb;
begin
  if v_percent = percent_reached(p_used, p_limit) then
    return;
  end if;
  insert into spending_limit_reports as reports (customer_id, month, percent)
  values (p_customer, chicago_month(p_now), v_percent)
  on conflict (customer_id, month) do update set percent = excluded.percent where reports.percent < excluded.percent;
  if found then
    v_data := jsonb_build_object(
      'id', p_customer, 'percent', v_percent, 'monthly_credits', p_limit, 'used', p_used + p_credits,
      'resets_at', instant(next_chicago_month(p_now))
    );
    perform add_event(p_customer, 'spending_limit.reached', v_data, p_now);
    perform add_mail(p_customer, 'spending-limit', chicago_day(chicago_month(p_now)) || ' ' || v_percent, v_data - 'id', p_now);
  end if;
end
$$;

-- Returns the refusal of a call that would exceed the limit.
create function refuse_use(p_used bigint, p_limit bigint, p_now timestamptz) returns credit_result
  language plpgsql
as $$
declare
  v_result credit_result;
begin
  v_result.outcome := 'spending-limit-reached';
  v_result.spending_limit := p_limit;
  v_result.used := p_used;
  v_result.resets_at := instant(next_chicago_month(p_now));
  return v_result;
end
$$;

-- Sets a customer's limit, or removes it if p_credits is null. Raising or removing it needs a sign-in within ten minutes
-- (p_signed_in_at).
create function save_spending_limit(p_customer text, p_credits bigint, p_signed_in_at timestamptz) returns limit_saving
  language plpgsql
as $$
declare
  v_account locked_account := lock_credits(p_customer);
  v_month timestamptz := chicago_month(v_account.now);
  v_used bigint;
begin
  if not v_account.is_known then
    return 'unknown-customer';
  end if;
  if coalesce(p_credits, max_credits() + 1) > v_account.spending_limit and not is_recent_sign_in(p_signed_in_at, v_account.now) then
    return 'sign-in-needed';
  end if;
  v_used := case when p_credits is not null then month_use(p_customer, v_month) end;
  update accounts set
    spending_limit = p_credits, used = v_used, used_month = case when p_credits is not null then v_month end
  where customer_id = p_customer;
  if p_credits is not null then
    perform report_use(p_customer, 0, v_used, p_credits, v_account.now);
  end if;
  update top_up_requests set try_at = v_account.now
  where customer_id = p_customer and state = 'open' and reason = 'spending-limit';
  return 'saved';
end
$$;

-- Returns a customer's limit, and the use of this month, also without a limit.
create function describe_limit(p_customer text) returns spending_limit_state
  language plpgsql stable
as $$
declare
  v_now timestamptz := store_now();
  v_account accounts;
begin
  select * into v_account from accounts where customer_id = p_customer;
  return row(
    v_account.spending_limit,
    case
      when v_account.used_month = chicago_month(v_now) then v_account.used else month_use(p_customer, chicago_month(v_now))
    end,
    instant(next_chicago_month(v_now))
  )::spending_limit_state;
end
$$;
