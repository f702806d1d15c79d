-- The circuit breaker pauses purchases by new customers after many declines. Its state is in the table decline_brake.

-- Trips the circuit breaker for p_pause_ms if it is closed and p_count declines within p_window_ms count toward it (see
-- declines_toward_breaker). Declines before an operator's reset don't count. Returns whether this call tripped it.
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
  -- Run the cheap check first, because usually there are too few declines of any kind.
  perform from declines where declined_at > v_since order by declined_at desc offset p_count - 1 limit 1;
  if not found or p_count > (select count(*) from declines_toward_breaker(p_count, v_since, 'infinity') where is_counted) then
    return false;
  end if;
  update decline_brake set on_until = v_now + p_pause_ms * interval '1 ms', put_on_at = v_now where on_until is null;
  return found;
end
$$;

-- Resets the breaker after its pause, and deletes declines that no longer count. Returns whether it reset the breaker.
create function tend_declines() returns boolean
  language plpgsql
as $$
declare
  v_is_reset boolean;
begin
  update decline_brake set on_until = null where on_until <= store_now();
  v_is_reset := found;
  delete from declines where declined_at < (select store_now()) - interval '2 days';
  return v_is_reset;
end
$$;

-- Returns the declines after p_since and up to p_until, and whether each counts toward a breaker that trips at p_count. Only a customer's
-- first p_count/20 and a site's first p_count/10 count (site_of), but at least one. So a few accounts can't pause the store for everyone.
create function declines_toward_breaker(p_count bigint, p_since timestamptz, p_until timestamptz)
  returns table (customer_id text, site cidr, declined_at timestamptz, is_counted boolean)
  language plpgsql
as $$
#variable_conflict use_column
begin
  return query
    select customer_id, site, declined_at, is_in_share and (
      site is null or greatest(p_count / 10, 1) >= count(*) filter (where is_in_share) over (
        partition by site order by declined_at, attempt_id rows unbounded preceding
      )
    )
    from (
      select customer_id, attempt_id, site_of(network) as site, declined_at,
        greatest(p_count / 20, 1) >= row_number() over (
          partition by customer_id order by declined_at, attempt_id
        ) as is_in_share
      from declines
      where declined_at > p_since and declined_at <= p_until
    ) of_customers;
end
$$;
