-- The declines after p_since until p_until, and whether each counts toward a breaker of p_count. A few accounts must not pause the
-- store for everyone: only the first p_count/20 of a customer and p_count/10 of a site (site_of) count, at least one.
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
