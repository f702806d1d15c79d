-- Requests a charge if top-up is on, unless a request is open. The caller has locked the account and found that the available credits
-- are below top_up_below, or that they are too few for p_required.
create function request_top_up(p_customer text, p_cause text, p_required bigint, p_available bigint, p_now timestamptz)
  returns void
  language plpgsql
as $$
begin
  insert into top_up_requests as requests (
    customer_id, cause, required_credits, available_credits, try_at, made_at
  )
  select customer_id, p_cause, p_required, p_available, p_now, p_now from top_ups
  where customer_id = p_customer and state = 'on'
  on conflict (customer_id) where ended_at is null do update set
    required_credits = excluded.required_credits, available_credits = excluded.available_credits
  where excluded.required_credits > coalesce(requests.required_credits, 0);
end
$$;

-- Pauses top-up if it is on, and reports why. The caller locks the account.
create function pause_top_up(p_customer text, p_reason text, p_now timestamptz) returns boolean
  language plpgsql
as $$
begin
  update top_ups set state = 'paused', paused_reason = p_reason, paused_at = p_now
  where customer_id = p_customer and state = 'on';
  if not found then
    return false;
  end if;
  perform drop_top_up_request(p_customer, p_reason, p_now);
  perform add_event(p_customer, 'top_up.paused', describe_top_up_pause(p_customer), p_now);
  return true;
end
$$;

-- Pauses each top-up that uses one of these cards, or each of these customers' if p_cards is null. Returns how many were on.
create function pause_top_ups(p_customers text[], p_cards uuid[], p_reason text) returns bigint
  language plpgsql
as $$
declare
  v_customer text;
  v_paused bigint := 0;
begin
  for v_customer in
    select customer_id from top_ups
    where customer_id = any (p_customers) and (p_cards is null or card_id = any (p_cards)) and state = 'on'
    order by customer_id
  loop
    perform from accounts where customer_id = v_customer for no key update;
    if p_cards is null or exists (select from top_ups where customer_id = v_customer and card_id = any (p_cards)) then
      v_paused := v_paused + pause_top_up(v_customer, p_reason, store_now())::int;
    end if;
  end loop;
  return v_paused;
end
$$;

-- Continues a paused top-up as the customer agreed to it. Never requests a charge. Returns whether it was paused.
create function resume_top_up(p_customer text) returns boolean
  language plpgsql
as $$
begin
  perform from accounts where customer_id = p_customer for no key update;
  update top_ups set state = 'on', paused_reason = null, paused_at = null, failures = 0, declined_attempt = null
  where customer_id = p_customer and state = 'paused';
  return found;
end
$$;

create function describe_top_up_pause(p_customer text) returns jsonb
  language plpgsql
as $$
begin
  return describe_customer(p_customer) || (
    select jsonb_build_object('reason', paused_reason, 'paused_at', paused_at) from top_ups where customer_id = p_customer
  );
end
$$;

-- An automatic charge with its entry's final status. p_detail is why it failed, for the customer.
create function describe_top_up(p_entry transactions, p_status text, p_detail text) returns jsonb
  language plpgsql
as $$
declare
  v_customer jsonb := describe_customer(p_entry.customer_id);
  v_credits bigint := p_entry.credits + p_entry.bonus_credits;
  v_required bigint;
begin
  select required_credits into v_required from top_up_requests
  where customer_id = p_entry.customer_id and attempt_id = p_entry.order_id;
  return v_customer || jsonb_build_object(
    'id', p_entry.transaction_id, 'customer_id', p_entry.customer_id, 'status', p_status,
    'product_name', p_entry.product_name, 'amount_cents', p_entry.amount_cents, 'credits', v_credits,
    'failure_reason', p_detail, 'required_credits', v_required,
    'covers_required',
    coalesce(v_required, 0) <= (v_customer ->> 'available')::bigint + case p_status when 'failed' then v_credits else 0 end
  );
end
$$;
