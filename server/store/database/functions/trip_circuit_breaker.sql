-- Trips the circuit breaker for p_pause_ms if it is closed and p_count declines within p_window_ms count (declines_toward_breaker). Those
-- before an operator's reset don't. Returns whether this call tripped it.
create function trip_circuit_breaker(p_count bigint, p_window_ms bigint, p_pause_ms bigint) returns boolean
  language plpgsql
as $$
declare
  v_now timestamptz := store_now();
  v_since timestamptz;
begin
  select greatest(counts_from, v_now - p_window_ms * interval '1 ms') into v_since from decline_brake where on_until is null;
  if not found then
    return false;
  end if;
  -- Cheap check first: usually there are too few declines of any kind.
  perform from declines where declined_at > v_since order by declined_at desc offset p_count - 1 limit 1;
  if not found or p_count > (select count(*) from declines_toward_breaker(p_count, v_since, 'infinity') where is_counted) then
    return false;
  end if;
  update decline_brake set on_until = v_now + p_pause_ms * interval '1 ms', put_on_at = v_now where on_until is null;
  return found;
end
$$;
