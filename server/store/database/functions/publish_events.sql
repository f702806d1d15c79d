-- Moves up to p_limit committed events from event_outbox to events, and numbers them without gaps. Returns how many it moved. Only one
-- session publishes at a time, until it commits. So a reader that continues after an id can't miss an event that commits late.
-- The outbox fills and empties faster than its statistics are updated. So no statement joins it, and sequential scans are disabled.
create function publish_events(p_limit bigint) returns bigint
  language plpgsql
  set enable_seqscan = off
  set jit = off
as $$
declare
  v_last bigint;
  v_count bigint;
begin
  perform from event_outbox order by entry limit 1;
  if not found then
    return 0;
  end if;
  select last_id into strict v_last from event_numbers for update;
  with taken as (
    delete from event_outbox
    where entry <= coalesce(
      (select entry from event_outbox order by entry offset p_limit - 1 limit 1), 9223372036854775807
    )
    returning event_outbox.*
  )
  insert into events (event_id, customer_id, type, data, occurred_at, published_at, erased_at)
  select v_last + row_number() over (order by entry), customer_id, type, data, occurred_at, store_now(), erased_at
  from taken
  order by entry;
  get diagnostics v_count = row_count;
  update event_numbers set last_id = v_last + v_count;
  return v_count;
end
$$;

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
