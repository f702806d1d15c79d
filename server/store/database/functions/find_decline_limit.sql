-- Returns why declines or attempts in flight prevent a purchase, and until when. limited is null if nothing prevents it.
--   paused              the circuit breaker is open
--   too-many-declines   p_per_customer or p_per_network declines (0: no limit) within a day; a site (site_of) can have twice as many
--   too-many-in-flight  declines plus attempts in flight reach one of these limits, or the customer has p_most_in_flight (0: no limit).
--                       limited_until is null, because attempts in flight end within seconds
-- p_in_flight is how many of the customer's attempts wait for the gateway's response.
-- p_is_proven is whether the customer has an approved purchase. The circuit breaker and network limits apply only to other customers.
-- The caller has locked the account and the site (lock_sites).
create function find_decline_limit(
  p_customer text,
  p_network cidr,
  p_is_proven boolean,
  p_in_flight bigint,
  p_most_in_flight bigint,
  p_per_customer bigint,
  p_per_network bigint,
  p_now timestamptz,
  out limited text,
  out limited_until timestamptz
)
  language plpgsql
as $$
declare
  v_network cidr := case when p_is_proven or p_per_network = 0 then null else p_network end;
  v_site cidr := site_of(v_network);
  v_last cidr := network(set_masklen(broadcast(v_site), masklen(v_network)));
  v_of_customer bigint := case when p_most_in_flight > 0 then p_in_flight else 0 end;
  v_of_network bigint := 0;
  v_of_site bigint := 0;
  v_oldest timestamptz;
  v_is_full boolean := false;
begin
  if not p_is_proven then
    select on_until into limited_until from decline_brake where on_until > p_now;
    if found then
      limited := 'paused';
      return;
    end if;
  end if;

  -- Count attempts before declines, so that an attempt that settles in between isn't missed.
  if v_network is not null then
    select count(*) filter (where client_network = v_network), count(*) into v_of_network, v_of_site
    from purchase_attempts attempts
    where client_network between v_site and v_last and state = 'sending' and sender is not null and check_at > p_now
      and exists (select from accounts where accounts.customer_id = attempts.customer_id and spent_cents = 0);
  end if;

  -- The limit applies until the oldest of the latest p_per_customer (or p_per_network) declines is a day old.
  if p_per_customer > 0 then
    select case when count(*) = p_per_customer then min(declined_at) end, count(*) + v_of_customer >= p_per_customer
    into v_oldest, v_is_full
    from (
      select declined_at from declines
      where customer_id = p_customer and declined_at > p_now - interval '1 day'
      order by declined_at desc limit p_per_customer
    ) latest;
  end if;
  if v_network is not null then
    select greatest(v_oldest, max(oldest) filter (where declines = most)), v_is_full or bool_or(declines + in_flight >= most)
    into v_oldest, v_is_full
    from (
      select p_per_network, v_of_network, count(*), min(declined_at) from (
        select declined_at from declines
        where network = v_network and declined_at > p_now - interval '1 day'
        order by declined_at desc limit p_per_network
      ) latest
      union all
      select 2 * p_per_network, v_of_site, count(*), min(declined_at) from (
        select declined_at from declines
        where network between v_site and v_last and declined_at > p_now - interval '1 day'
        order by declined_at desc limit 2 * p_per_network
      ) latest
    ) counted (most, in_flight, declines, oldest);
  end if;
  limited_until := v_oldest + interval '1 day';
  limited := case
    when limited_until is not null then 'too-many-declines'
    when v_is_full or (p_most_in_flight > 0 and p_in_flight >= p_most_in_flight) then 'too-many-in-flight'
  end;
end
$$;
