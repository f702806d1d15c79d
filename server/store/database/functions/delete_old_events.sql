-- Deletes up to p_limit events that are older than 30 days, oldest first, delivered or not. Returns the number of deleted events. Disables
-- sequential scans, because statistics may be outdated (see publish_events).
create function delete_old_events(p_limit bigint) returns bigint
  language plpgsql
  set enable_seqscan = off
  set jit = off
as $$
declare
  v_last bigint;
  v_count bigint;
begin
  select max(event_id) into v_last
  from (select event_id, published_at from events order by event_id limit p_limit) oldest
  where published_at < store_now() - interval '30 days';
  if v_last is null then
    return 0;
  end if;
  delete from events where event_id <= v_last;
  get diagnostics v_count = row_count;
  -- Otherwise, the events' deliveries would be claimed repeatedly and count as waiting.
  delete from webhook_deliveries using webhook_endpoints endpoints
  where webhook_deliveries.endpoint_id = endpoints.endpoint_id and event_id <= v_last;
  return v_count;
end
$$;
