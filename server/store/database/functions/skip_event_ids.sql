-- Makes new event ids higher than all that were used since a backup. Run this after each restore of the backup. The time in microseconds is
-- higher than those ids, because no store publishes a million events per second. Returns the last skipped id.
create function skip_event_ids() returns bigint
  language plpgsql
as $$
declare
  v_last bigint;
begin
  update event_numbers
  set last_id = greatest(last_id, 1000000000000000 + (extract(epoch from store_now()) * 1000000)::bigint)
  returning last_id into v_last;
  return v_last;
end
$$;
