-- Claims due deliveries for p_lease_ms: up to p_limit for each active endpoint, minus the deliveries that the caller already has in flight
-- (p_in_flight has their endpoints). No other process claims them during that time.
-- Disables sequential scans, because few of many deliveries are due (see publish_events).
create function claim_deliveries(p_limit bigint, p_in_flight uuid[], p_lease_ms bigint) returns table (
  endpoint_id uuid,
  event_id bigint,
  attempts integer,
  url text,
  secrets text[],
  event json
)
  language plpgsql
  set enable_seqscan = off
  set enable_sort = off
  set jit = off
as $$
declare
  v_now timestamptz := store_now();
begin
  for endpoint_id, url, secrets, event_id, attempts in
    select endpoints.endpoint_id, endpoints.url,
      array[endpoints.secret] || case when endpoints.previous_until > v_now then array[endpoints.previous_secret] end,
      due.event_id, due.attempts + 1
    from webhook_endpoints endpoints
    cross join lateral (
      select deliveries.event_id, deliveries.attempts from webhook_deliveries deliveries
      where deliveries.endpoint_id = endpoints.endpoint_id and deliveries.next_attempt_at <= v_now
      order by deliveries.next_attempt_at, deliveries.event_id
      limit greatest(0, p_limit - cardinality(array_positions(p_in_flight, endpoints.endpoint_id)))
      for update skip locked
    ) due
    where endpoints.disabled_at is null
    order by due.event_id
  loop
    update webhook_deliveries deliveries
    set attempts = claim_deliveries.attempts, next_attempt_at = v_now + p_lease_ms * interval '1 millisecond'
    where deliveries.endpoint_id = claim_deliveries.endpoint_id and deliveries.event_id = claim_deliveries.event_id;
    begin
      select describe_event(events) into event from events where events.event_id = claim_deliveries.event_id;
    exception when invalid_text_representation then
      -- A newer release wrote this event. Return it without data, so that only this delivery fails.
      event := json_build_object('id', claim_deliveries.event_id::text, 'data', null);
    end;
    if event is not null then
      return next;
    end if;
  end loop;
end
$$;
comment on function claim_deliveries is 'endpoint_id, event_id, attempts, url, secrets, event';
