-- After a restore: lets the ids of events continue above all that were used since the backup, also after an earlier restore of it.
-- The time in microseconds is above them, because no store publishes a million events a second. Returns the last id that it skips.
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
