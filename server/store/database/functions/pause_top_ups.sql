-- Pauses top-up if it is on, and adds an event with the reason, and a mail unless the caller adds one for the same cause. Replaces the pause
-- of an open refund, whose end could resume top-up. Returns whether the reason is new. The caller locks the account.
create function pause_top_up(p_customer text, p_reason text, p_now timestamptz, p_mails boolean default true) returns boolean
  language plpgsql
as $$
declare
  v_former top_ups;
begin
  select * into v_former from top_ups
  where customer_id = p_customer and (
    state = 'on' or exists (
      select from refund_requests
      where customer_id = p_customer and started_by = 'customer' and ended_at is null and requested_at = paused_at
    )
  );
  update top_ups set state = 'paused', paused_reason = p_reason, paused_at = p_now
  where customer_id = v_former.customer_id;
  if not found or v_former.paused_reason = p_reason then
    return false;
  end if;
  perform drop_top_up_request(p_customer, p_reason, p_now);
  perform add_event(p_customer, 'top_up.paused', describe_top_up_pause(p_customer), p_now);
  if p_mails then
    perform add_mail(p_customer, 'top-up-paused', instant(p_now), jsonb_build_object('pause_reason', p_reason), p_now);
  end if;
  return true;
end
$$;

-- Pauses these customers' top-ups; if p_cards is not null, only those that use one of these cards. Returns how many it paused.
create function pause_top_ups(p_customers text[], p_cards uuid[], p_reason text, p_mails boolean default true) returns bigint
  language plpgsql
as $$
declare
  v_customer text;
  v_paused bigint := 0;
begin
  for v_customer in
    select customer_id from top_ups
    where customer_id = any (p_customers) and (p_cards is null or card_id = any (p_cards))
    order by customer_id
  loop
    perform from accounts where customer_id = v_customer for no key update;
    if p_cards is null or exists (select from top_ups where customer_id = v_customer and card_id = any (p_cards)) then
      v_paused := v_paused + pause_top_up(v_customer, p_reason, store_now(), p_mails)::int;
    end if;
  end loop;
  return v_paused;
end
$$;

-- Resumes a paused top-up with the settings that the customer agreed to. Never requests a charge. Returns whether it was paused.
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
