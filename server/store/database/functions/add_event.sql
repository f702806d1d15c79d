-- Adds an event to the transaction of the change that it reports. p_data is the resource as it is then.
create function add_event(p_customer text, p_type text, p_data jsonb, p_now timestamptz) returns void
  language plpgsql
as $$
begin
  insert into event_outbox (customer_id, type, data, occurred_at) values (p_customer, p_type, p_data, p_now);
end
$$;

-- Adds hold.expired for each hold, and grant.expired for each grant that has lost credits for the first time.
create function add_expiries(p_customer text, p_holds uuid[], p_grants uuid[], p_now timestamptz) returns void
  language plpgsql
  set enable_seqscan = off
as $$
begin
  insert into event_outbox (customer_id, type, data, occurred_at)
  select
    p_customer, 'hold.expired',
    describe_hold(holds, holds.state, holds.captured, accounts.balance, accounts.held), p_now
  from holds join accounts on accounts.customer_id = holds.customer_id
  where holds.customer_id = p_customer and holds.hold_id = any (p_holds)
  order by holds.expires_at, holds.hold_id;

  with told as (
    update credit_grants set expired_at = p_now
    where customer_id = p_customer and grant_id = any (p_grants) and expired_at is null
    returning credit_grants as expired
  )
  insert into event_outbox (customer_id, type, data, occurred_at)
  select p_customer, 'grant.expired', describe_grant(expired, (expired).remaining, (expired).held), p_now
  from told
  order by (expired).expires_at, (expired).grant_id;
end
$$;

-- Adds balance.low and balance.exhausted if a change takes the available credits from p_before to p_after and across the limit.
-- p_own is the customer's own limit for top-up; null: none.
create function add_low_balance(p_customer text, p_before bigint, p_after bigint, p_now timestamptz, p_own bigint default null)
  returns void
  language plpgsql
as $$
declare
  v_low bigint;
begin
  if p_after >= p_before then
    return;
  end if;
  select low_balance_credits into v_low from event_settings;
  if (p_before >= v_low and p_after < v_low and v_low > 0) or (p_before >= p_own and p_after < p_own) then
    perform add_event(p_customer, 'balance.low', describe_customer(p_customer), p_now);
  end if;
  if p_before > 0 and p_after <= 0 then
    perform add_event(p_customer, 'balance.exhausted', describe_customer(p_customer), p_now);
  end if;
end
$$;

create function describe_customer(p_customer text) returns jsonb
  language plpgsql
as $$
begin
  return (
    select jsonb_build_object(
      'id', customer_id, 'email', email, 'balance', balance, 'held', held, 'available', balance - held
    )
    from customers join accounts using (customer_id)
    where customer_id = p_customer
  );
end
$$;

create function describe_purchase(p_entry transactions) returns jsonb
  language plpgsql
as $$
begin
  return to_jsonb(p_entry) || jsonb_build_object(
    'id', p_entry.transaction_id, 'failure_reason', null,
    'reversals', case when p_entry.refunded_cents > 0 then reversals_of(p_entry.customer_id, p_entry.position) end
  );
end
$$;

-- A ledger entry's reversals, oldest first: [{ kind, at, cents, credits }].
create function reversals_of(p_customer text, p_position bigint) returns jsonb
  language plpgsql stable
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('kind', kind, 'at', created_at, 'cents', cents, 'credits', credits) order by movement)
    from (
      select movement, kind, created_at,
        coalesce(sum(amount) filter (where credit_account = 'gateway'), 0) as cents,
        coalesce(sum(amount) filter (where debit_account in ('credits', 'bonus')), 0) as credits
      from movements join postings using (customer_id, movement)
      where customer_id = p_customer and position = p_position and kind <> 'purchase'
      group by movement, kind, created_at
    ) reversed
  );
end
$$;
