-- Deletes up to p_limit events that are older than 30 days, oldest first, whether they have arrived or not. Returns how many.
create function delete_old_events(p_limit bigint) returns bigint
  language plpgsql
as $$
declare
  v_events bigint[];
begin
  with deleted as (
    delete from events using (select event_id from events order by event_id limit p_limit) oldest
    where events.event_id = oldest.event_id and published_at < store_now() - interval '30 days'
    returning events.event_id
  )
  select array_agg(event_id) into v_events from deleted;
  -- Otherwise they would be claimed again and again, and count as waiting.
  delete from webhook_deliveries using webhook_endpoints endpoints
  where webhook_deliveries.endpoint_id = endpoints.endpoint_id and event_id = any (v_events);
  return coalesce(cardinality(v_events), 0);
end
$$;
