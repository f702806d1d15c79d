-- Returns a customer's open grants in the order in which spends, holds and refunds use them. PostgreSQL inlines the function. The index
-- credit_grants_in_order has the same order, so finding the first grants is fast.
create function spendable_grants(p_customer text) returns setof credit_grants
  language sql stable
as $$
  select * from credit_grants
  where customer_id = p_customer and is_open
  order by priority, expires_at, kind = 'purchase', created_at, grant_id
$$;

-- A sort key that puts any grants in the same order.
create type use_order as (
  priority bigint,
  expires_at timestamptz,
  is_bought boolean,
  created_at timestamptz,
  grant_id uuid
);
create function order_of_use(p_grant credit_grants) returns use_order
  language sql immutable
as $$
  select row(p_grant.priority, p_grant.expires_at, p_grant.kind = 'purchase', p_grant.created_at, p_grant.grant_id)::use_order
$$;
