-- Adds an event in the transaction of the change that it reports. p_data is the resource after the change.
create function add_event(p_customer text, p_type text, p_data jsonb, p_now timestamptz) returns void
  language plpgsql
as $$
begin
  insert into event_outbox (customer_id, type, data, occurred_at) values (p_customer, p_type, p_data, p_now);
end
$$;

-- Adds a mail in the transaction of its cause, unless the cause has one or the store sends none. p_data is what the text needs. A mail
-- about a transaction has it in p_data, and waits for the gateway's event, which brings the last digits of a new card.
create function add_mail(p_customer text, p_kind text, p_cause text, p_data jsonb, p_now timestamptz) returns void
  language plpgsql
as $$
begin
  insert into mails (customer_id, kind, cause, data, created_at, next_attempt_at)
  select p_customer, p_kind, p_cause, p_data, p_now, p_now + case when p_data ? 'order_id' then interval '5 s' else interval '0 s' end
  from event_settings where sends_mail
  on conflict (customer_id, kind, cause) do nothing;
end
$$;

-- Adds a hold.expired event for each hold, and a grant.expired event for each grant that loses credits for the first time, with how many.
create function add_expiries(p_customer text, p_holds uuid[], p_grants uuid[], p_now timestamptz) returns void
  language plpgsql
  set enable_seqscan = off
as $$
begin
  insert into event_outbox (customer_id, type, data, occurred_at)
  select
    p_customer, 'hold.expired',
    to_jsonb(describe_hold(holds, accounts.balance, accounts.held)), p_now
  from holds join accounts on accounts.customer_id = holds.customer_id
  where holds.customer_id = p_customer and holds.hold_id = any (p_holds)
  order by holds.expires_at, holds.hold_id;

  with told as (
    update credit_grants set expired_at = p_now
    where customer_id = p_customer and grant_id = any (p_grants) and expired_at is null
    returning credit_grants as expired
  )
  insert into event_outbox (customer_id, type, data, occurred_at)
  select
    p_customer, 'grant.expired',
    to_jsonb(describe_grant(told.expired)) || jsonb_build_object('expired', (told.expired).expired), p_now
  from told
  order by (expired).expires_at, (expired).grant_id;
end
$$;

-- Adds balance.low or balance.exhausted if a change of the available credits from p_before to p_after crosses its limit, and at most once
-- a day the customer's notice. p_own is the customer's top-up threshold; null: none. If credits fall below p_own, requests a top-up with
-- p_cause; null: no request.
create function add_low_balance(
  p_customer text, p_before bigint, p_after bigint, p_own bigint, p_now timestamptz, p_cause text default null
) returns void
  language plpgsql
as $$
declare
  v_low bigint;
  v_notice bigint;
begin
  if p_after >= p_before then
    return;
  end if;
  select low_balance_credits into v_low from event_settings;
  if (p_before >= v_low and p_after < v_low and v_low > 0) or (p_before >= p_own and p_after < p_own) then
    perform add_event(p_customer, 'balance.low', describe_customer(p_customer, p_after), p_now);
  end if;
  if p_before > 0 and p_after <= 0 then
    perform add_event(p_customer, 'balance.exhausted', describe_customer(p_customer, p_after), p_now);
  end if;
  update customers set low_balance_noticed_at = p_now
  where customer_id = p_customer and p_before >= low_balance_notice and p_after < low_balance_notice
    and coalesce(low_balance_noticed_at <= p_now - interval '1 day', true)
  returning low_balance_notice into v_notice;
  if found then
    perform add_mail(
      p_customer, 'low-balance', instant(p_now), jsonb_build_object('available', p_after, 'threshold', v_notice), p_now
    );
  end if;
  if p_cause is not null and p_after < p_own then
    perform request_top_up(p_customer, p_cause, null, p_after, p_now);
  end if;
end
$$;

-- Returns a customer as the API does, with p_available credits, or those in the account if null.
create function describe_customer(p_customer text, p_available bigint default null) returns jsonb
  language plpgsql
as $$
begin
  return (
    select jsonb_build_object(
      'id', customer_id, 'email', email, 'balance', coalesce(p_available + held, balance), 'held', held,
      'available', coalesce(p_available, balance - held)
    )
    from customers join accounts using (customer_id)
    where customer_id = p_customer
  );
end
$$;

-- Gives a customer an account, unless they have one. Returns whether it did. The caller has added the customer.
create function open_account(p_customer text) returns boolean
  language plpgsql
as $$
begin
  insert into accounts (customer_id) values (p_customer) on conflict do nothing;
  if found then
    perform add_event(p_customer, 'customer.created', describe_customer(p_customer), store_now());
  end if;
  return found;
end
$$;
