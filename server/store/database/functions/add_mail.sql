-- Adds a mail in the transaction of its cause, unless the cause has one or the store sends none. p_data is what the text needs.
create function add_mail(p_customer text, p_kind text, p_cause text, p_data jsonb, p_now timestamptz) returns void
  language plpgsql
as $$
begin
  insert into mails (customer_id, kind, cause, data, created_at, next_attempt_at)
  select p_customer, p_kind, p_cause, p_data, p_now, p_now from event_settings where sends_mail
  on conflict (customer_id, kind, cause) do nothing;
end
$$;

-- Adds the receipt of a completed purchase. p_initiated_by is 'merchant' for an automatic charge.
create function add_receipt_mail(p_entry transactions, p_initiated_by text, p_now timestamptz) returns void
  language plpgsql
as $$
begin
  perform add_mail(
    p_entry.customer_id, case p_initiated_by when 'merchant' then 'top-up-receipt' else 'receipt' end,
    p_entry.transaction_id::text,
    describe_mail_entry(p_entry) || jsonb_build_object(
      'credits', p_entry.credits + p_entry.bonus_credits, 'balance', p_entry.balance_after
    ),
    p_now
  );
end
$$;

-- Adds the mail about a refund or void. A chargeback has none, because the customer asked their bank for it.
create function add_refund_mail(p_entry transactions, p_reversal purchase_movement, p_now timestamptz) returns void
  language plpgsql
as $$
begin
  if p_reversal.kind not in ('refund', 'void') then
    return;
  end if;
  perform add_mail(
    p_entry.customer_id, 'refund', p_entry.transaction_id || '/' || p_reversal.reference,
    describe_mail_entry(p_entry) || jsonb_build_object('is_void', p_reversal.kind = 'void') || jsonb_build_object(
      'refunded_cents', coalesce(sum(amount) filter (where credit_account = 'gateway'), 0),
      'credits', coalesce(sum(amount) filter (where debit_account in ('credits', 'bonus')), 0)
    ),
    p_now
  )
  from movements join postings using (customer_id, movement)
  where customer_id = p_entry.customer_id and position = p_entry.position and reference = p_reversal.reference;
end
$$;

-- Adds the mail about an automatic charge that failed. p_detail is why, for the customer.
create function add_top_up_failure_mail(p_entry transactions, p_detail text, p_now timestamptz) returns void
  language plpgsql
as $$
begin
  perform add_mail(
    p_entry.customer_id, 'top-up-failed', p_entry.transaction_id::text,
    describe_mail_entry(p_entry) || jsonb_build_object('reason', p_detail, 'next_try', (
      select instant(try_at) from top_up_requests
      where customer_id = p_entry.customer_id and attempt_id = p_entry.order_id and state = 'open'
    )),
    p_now
  );
end
$$;

create function describe_mail_entry(p_entry transactions) returns jsonb
  language plpgsql
as $$
begin
  return jsonb_build_object(
    'position', p_entry.position, 'order_id', p_entry.order_id, 'transaction_id', p_entry.transaction_id,
    'date', instant(p_entry.created_at), 'product_name', p_entry.product_name, 'amount_cents', p_entry.amount_cents
  );
end
$$;

-- Adds the mail about a low balance if the available credits fall below the customer's threshold, at most once in 24 hours.
create function add_low_balance_mail(p_customer text, p_before bigint, p_after bigint, p_now timestamptz) returns void
  language plpgsql
as $$
declare
  v_threshold bigint;
begin
  update customer_notices set low_balance_at = p_now
  where customer_id = p_customer and p_before >= low_balance and p_after < low_balance
    and coalesce(low_balance_at <= p_now - interval '24 hours', true)
  returning low_balance into v_threshold;
  if found then
    perform add_mail(
      p_customer, 'low-balance', instant(p_now), jsonb_build_object('available', p_after, 'threshold', v_threshold), p_now
    );
  end if;
end
$$;

-- Adds the mails about credits that expire in 14 or 3 days: one for each customer and day of expiry. Starts at 9 AM in Chicago, and makes up
-- for days without a run. Reads up to p_limit customers after p_after. Returns the last of them; null if the day's mails are complete.
create function add_expiring_mails(p_after text, p_limit bigint) returns text
  language plpgsql
as $$
declare
  v_now timestamptz := store_now();
  v_today date := (v_now at time zone 'America/Chicago' - interval '9 hours')::date;
  v_done date;
  v_customers text[];
begin
  select coalesce(expiries_noticed_on, v_today - 1) into v_done from event_settings where sends_mail;
  if not found or v_done >= v_today then
    return null;
  end if;
  v_customers := array(
    select customer_id from accounts
    where customer_id > p_after and credits_due_at < (v_today + 15)::timestamp at time zone 'America/Chicago'
    order by customer_id limit p_limit
  );
  perform add_mail(
    customer_id, 'expiring', last_day || '/' || days,
    jsonb_build_object('credits', sum(remaining), 'expires_at', instant(min(expires_at)), 'days', days), v_now
  )
  from (
    select customer_id, remaining, expires_at, (expires_at at time zone 'America/Chicago')::date as last_day
    from credit_grants
    where customer_id = any (v_customers) and is_open and voided_at is null and remaining > 0 and expires_at > v_now
  ) grants
  join (values (14, 4), (3, 1)) notices (days, least_days)
    on last_day between v_today + least_days and v_today + days and last_day > v_done + days
  left join customer_notices using (customer_id)
  where coalesce(expiring, true)
  group by customer_id, last_day, days;
  if cardinality(v_customers) < p_limit then
    update event_settings set expiries_noticed_on = v_today where expiries_noticed_on is distinct from v_today;
    return null;
  end if;
  return v_customers[p_limit];
end
$$;
comment on function add_expiring_mails is 'null';
