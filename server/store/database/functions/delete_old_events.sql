-- Deletes up to p_limit events that are older than 30 days, oldest first. Returns how many.
create function delete_old_events(p_limit bigint) returns bigint
  language plpgsql
as $$
declare
  v_count bigint;
begin
  delete from events using (select event_id from events order by event_id limit p_limit) oldest
  where events.event_id = oldest.event_id and published_at < store_now() - interval '30 days';
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
