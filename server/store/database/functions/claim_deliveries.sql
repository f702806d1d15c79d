-- Begins attempts to deliver what is due: up to p_limit for each active endpoint, minus those that the caller already has under way
-- (p_counts of p_endpoints). No other process begins the same one within p_lease_ms.
create function claim_deliveries(p_limit bigint, p_endpoints uuid[], p_counts bigint[], p_lease_ms bigint) returns table (
  endpoint_id uuid,
  event_id bigint,
  attempts integer,
  url text,
  secrets text[],
  type text,
  data jsonb,
  occurred_at timestamptz,
  erased_at timestamptz
)
  language plpgsql
as $$
declare
  v_now timestamptz := store_now();
begin
  return query
  with due as (
    select due.endpoint_id, due.event_id
    from webhook_endpoints endpoints
    left join unnest(p_endpoints, p_counts) busy (endpoint_id, count) on busy.endpoint_id = endpoints.endpoint_id
    cross join lateral (
      select deliveries.endpoint_id, deliveries.event_id from webhook_deliveries deliveries
      where deliveries.endpoint_id = endpoints.endpoint_id and deliveries.next_attempt_at <= v_now
      order by deliveries.next_attempt_at, deliveries.event_id
      limit greatest(0, p_limit - coalesce(busy.count, 0))
      for update skip locked
    ) due
    where endpoints.disabled_at is null
  ),
  claimed as (
    update webhook_deliveries deliveries
    set attempts = deliveries.attempts + 1, next_attempt_at = v_now + p_lease_ms * interval '1 millisecond'
    from due
    where deliveries.endpoint_id = due.endpoint_id and deliveries.event_id = due.event_id
    returning deliveries.endpoint_id, deliveries.event_id, deliveries.attempts
  )
  select claimed.endpoint_id, claimed.event_id, claimed.attempts, endpoints.url,
    array[endpoints.secret] || case when endpoints.previous_until > v_now then array[endpoints.previous_secret] end,
    events.type, events.data, events.occurred_at, events.erased_at
  from claimed
  join webhook_endpoints endpoints on endpoints.endpoint_id = claimed.endpoint_id
  join events on events.event_id = claimed.event_id
  order by claimed.event_id;
end
$$;
