-- Puts the brake on for p_brake_ms where there were p_count declines of everybody within p_window_ms, unless it is on; those
-- that an operator has let it off after count no more. Returns whether it was put on now.
create function pull_decline_brake(p_count bigint, p_window_ms bigint, p_brake_ms bigint) returns boolean
  language plpgsql
as $$
declare
  v_now timestamptz := store_now();
begin
  perform from declines
  where declined_at > v_now - p_window_ms * interval '1 ms'
    and declined_at > (select counts_from from decline_brake)
  order by declined_at desc offset p_count - 1 limit 1;
  if not found then
    return false;
  end if;
  update decline_brake set on_until = v_now + p_brake_ms * interval '1 ms' where on_until is null;
  return found;
end
$$;
