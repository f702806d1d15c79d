-- Requests a charge if top-up is on. If a request is unfinished, only raises that request's required credits. If it waits for the spending
-- limit, also tries it again, because the limit may allow more than the customer now has. The caller has locked the account and found that
-- the available credits are below top_up_below or too low for p_required.
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
    required_credits = greatest(requests.required_credits, excluded.required_credits),
    available_credits = excluded.available_credits,
    try_at = case when requests.reason = 'spending-limit' then excluded.try_at else requests.try_at end
  where excluded.required_credits > coalesce(requests.required_credits, 0)
    or (requests.reason = 'spending-limit' and excluded.cause in ('expiry', 'refusal'));
end
$$;

-- Drops a request whose attempt has not been opened. The caller locks the account.
create function drop_top_up_request(p_customer text, p_reason text, p_now timestamptz) returns void
  language plpgsql
as $$
begin
  update top_up_requests set state = 'dropped', try_at = null, reason = p_reason, ended_at = p_now
  where customer_id = p_customer and state = 'open';
end
$$;
