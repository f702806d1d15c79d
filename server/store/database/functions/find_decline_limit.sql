-- Whether a purchase is refused for the declines before it, and until when. limited is null where it is not.
--   paused             the brake is on, for everybody
--   too-many-declines  this customer or this network had p_per_customer or p_per_network declines within a day; 0: any number
create function find_decline_limit(
  p_customer text,
  p_network cidr,
  p_per_customer bigint,
  p_per_network bigint,
  p_now timestamptz,
  out limited text,
  out limited_until timestamptz
)
  language plpgsql
as $$
begin
  select on_until into limited_until from decline_brake where on_until > p_now;
  if found then
    limited := 'paused';
    return;
  end if;

  -- The oldest decline of as many as are allowed ends the limit when it is a day old.
  select max(declined_at) + interval '1 day' into limited_until from (
    (
      select declined_at from declines
      where customer_id = p_customer and declined_at > p_now - interval '1 day' and p_per_customer > 0
      order by declined_at desc offset greatest(p_per_customer, 1) - 1 limit 1
    )
    union all
    (
      select declined_at from declines
      where network = p_network and declined_at > p_now - interval '1 day' and p_per_network > 0
      order by declined_at desc offset greatest(p_per_network, 1) - 1 limit 1
    )
  ) oldest;
  if limited_until is not null then
    limited := 'too-many-declines';
  end if;
end
$$;
