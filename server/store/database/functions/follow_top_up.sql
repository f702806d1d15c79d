-- Handles an automatic attempt's outcome in the transaction that settles it: ends the request or schedules a retry, pauses top-up if
-- needed, and adds events. The caller locks the account. The decision's retry is 'never' (the bank forbids a retry), 'later' (not for days)
-- or 'duplicate' (the gateway rejected the attempt as a duplicate).
create function follow_top_up(p_entry transactions, p_decision purchase_decision, p_now timestamptz) returns void
  language plpgsql
as $$
declare
  v_customer text := p_entry.customer_id;
  v_failures bigint;
  v_pause text;
  v_mail text;
begin
  if p_decision.status = 'completed' then
    update top_up_requests set state = 'completed', try_at = null, reason = null, ended_at = p_now
    where customer_id = v_customer and attempt_id = p_entry.order_id and state <> 'completed';
    update top_ups set failures = 0, declined_attempt = null where customer_id = v_customer;
    perform add_event(v_customer, 'top_up.completed', describe_top_up(p_entry, 'completed', null), p_now);
    return;
  end if;

  if p_decision.decided_by = 'deadline' or p_decision.retry = 'duplicate' then
    -- The card was neither charged nor declined, so try again soon.
    update top_up_requests set
      state = 'open', reason = p_decision.refusal_code,
      try_at = p_now + case p_decision.retry when 'duplicate' then retry_ms else 10000 end * interval '1 ms'
    where customer_id = v_customer and attempt_id = p_entry.order_id and state = 'sent';
  else
    if p_decision.retry = 'never' then
      -- Top-up can't use the card again until news from the bank changes it or the customer saves it again while paying.
      update cards set notice = 'contact-bank'
      from purchase_attempts attempts
      where attempts.customer_id = v_customer and attempts.attempt_id = p_entry.order_id
        and cards.customer_id = v_customer and cards.card_id = attempts.card_id and cards.state = 'saved' and cards.notice is null;
    end if;
    update top_ups set failures = failures + 1, declined_attempt = p_entry.order_id where customer_id = v_customer
    returning failures into v_failures;
    update top_up_requests set
      state = 'open', reason = p_decision.refusal_code,
      try_at = p_now + case p_decision.retry when 'later' then interval '3 days' else retry_ms * interval '1 ms' end
    where customer_id = v_customer and attempt_id = p_entry.order_id and state = 'sent';
    perform add_event(v_customer, 'top_up.failed', describe_top_up(p_entry, 'failed', p_decision.refusal_detail), p_now);
    v_pause := case
      when p_decision.refusal_code = 'card-not-found' then 'card-removed'
      when p_decision.retry = 'never' then 'card-declined'
      when v_failures >= 3 then 'declined-repeatedly'
    end;
    v_mail := 'top-up-failed';
    if v_pause is not null and pause_top_up(v_customer, v_pause, p_now, false) then
      v_mail := 'top-up-paused';
    end if;
  end if;
  -- Top-up was turned off or paused after the attempt was opened.
  if not exists (select from top_ups where customer_id = v_customer and state = 'on') then
    perform drop_top_up_request(v_customer, 'turned-off', p_now);
  end if;
  if v_mail is not null then
    perform add_mail(
      v_customer, v_mail, p_entry.transaction_id::text,
      describe_purchase(p_entry) || jsonb_build_object(
        'pause_reason', v_pause, 'failure_reason', p_decision.refusal_detail,
        'next_try', (select instant(try_at) from top_up_requests where customer_id = v_customer and state = 'open')
      ),
      p_now
    );
  end if;
end
$$;

-- Returns an automatic charge for an event, with its final status. p_detail is why the charge failed, for the customer.
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
