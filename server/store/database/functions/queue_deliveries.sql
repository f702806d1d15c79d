-- Queues up to p_limit events for each active endpoint that has fewer than p_waiting queued deliveries. Returns whether an endpoint may
-- have more to queue. Disables sequential scans, because statistics may be outdated (see publish_events).
create function queue_deliveries(p_limit bigint, p_waiting bigint) returns boolean
  language plpgsql
  set enable_seqscan = off
  set jit = off
as $$
declare
  v_now timestamptz := store_now();
  v_last bigint;
  v_endpoint uuid;
  v_queued bigint;
  v_next bigint[];
  v_more boolean := false;
begin
  select max(event_id) into v_last from events;
  for v_endpoint, v_queued in
    select endpoint_id, queued_event from webhook_endpoints endpoints
    where disabled_at is null and queued_event < v_last
      and (
        select count(*) from (
          select from webhook_deliveries where endpoint_id = endpoints.endpoint_id limit p_waiting
        ) waiting
      ) < p_waiting
    -- Unlike `for update`, this doesn't block inserts of deliveries.
    for no key update skip locked
  loop
    v_next := array(
      select event_id from events where event_id > v_queued and event_id <= v_last order by event_id limit p_limit
    );
    continue when cardinality(v_next) = 0;
    -- An operator may have queued some of these events already.
    insert into webhook_deliveries (endpoint_id, event_id, next_attempt_at, queued_at)
    select v_endpoint, event_id, v_now, v_now from unnest(v_next) next (event_id)
    on conflict do nothing;
    update webhook_endpoints set queued_event = v_next[cardinality(v_next)] where endpoint_id = v_endpoint;
    v_more := v_more or cardinality(v_next) = p_limit;
  end loop;
  return v_more;
end
$$;
