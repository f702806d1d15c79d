-- Opens plain orders, and writes each table once. Returns an opening for each order, or null for one that open_purchase must decide. Opens
-- all of a customer's orders or none. An order is plain if it is new, no limit or rule of open_purchase can refuse it, and it neither uses
-- nor saves a card. The caller locks the addresses' sites. Fails if another
-- session has just claimed an attempt's id or token. Then, open the orders one by one.
create function open_together(p_orders purchase_order[]) returns purchase_opening[]
  language plpgsql
  -- Find rows by index, whatever the statistics say. A refused scan counts as so expensive that PostgreSQL would compile the statement.
  set enable_seqscan = off
  set jit = off
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_now timestamptz;
  v_openings purchase_opening[];
  v_unclaimed bigint;
begin
  perform from accounts where customer_id = any (array(select customer_id from unnest(p_orders)))
  order by customer_id collate "C" for no key update;
  -- Read the clock under the locks, truncated as in open_purchase.
  v_now := date_trunc('milliseconds', store_now());

  with askers as materialized (
    select asked.customer_id, account, entries, is_proven, email, max_credits() - balance - undecided.credits as room
    from (
      select
        customer_id, count(*) as orders, min(attempts_per_minute) as per_minute,
        min(nullif(attempts_in_flight, 0)) as most_in_flight, min(nullif(declines_per_customer, 0)) as most_declines
      from unnest(p_orders) group by customer_id
      having count(distinct attempt_id) = count(*) and count(distinct token_hash) = count(token_hash)
    ) asked
    -- Find each row with `limit`. Otherwise, stale statistics could join the whole table with the array.
    cross join lateral (
      select ctid as account, entries, balance, spent_cents > 0 as is_proven from accounts
      where customer_id = asked.customer_id limit 1
    ) accounts
    cross join lateral (
      select email from customers where customer_id = asked.customer_id and blocked_at is null limit 1
    ) customers
    cross join lateral (
      select
        count(*) filter (where sender is not null and check_at > v_now) as in_flight,
        coalesce(sum(credits + bonus_credits), 0) as credits
      from purchase_attempts left join transactions using (customer_id, position)
      where customer_id = asked.customer_id and state = 'sending'
    ) undecided
    where in_flight + orders <= least(most_in_flight, case when most_in_flight is not null then most_declines end, 1000000000)
      and not exists (
        select from declines where customer_id = asked.customer_id and declined_at > v_now - interval '1 day'
      )
      and orders <= per_minute
      and not exists (
        select from purchase_attempts where customer_id = asked.customer_id and created_at > v_now - interval '1 minute'
        order by created_at desc offset greatest(per_minute - orders, 0) limit 1
      )
  ),
  orders as materialized (
    select
      asked.*, askers.account, askers.email, products.*, entries + row_number() over (customers order by ordinality) as position,
      bool_and(
        coalesce(products.on_sale and products.price_cents = coalesce(expected_cents, products.price_cents), false)
        and card_id is null and new_card_id is null
        and (is_proven or is_quiet(network_of(ip_address), declines_per_network, cardinality(p_orders), v_now))
        and not exists (select from purchase_attempts where customer_id = asked.customer_id and attempt_id = asked.attempt_id)
        and not exists (select from withdrawn_attempts where customer_id = asked.customer_id and attempt_id = asked.attempt_id)
        and not exists (select from gateway_claims where kind = 'token' and claim = asked.token_hash)
        and not exists (select from gateway_claims where kind = 'order' and claim = uuid_send(asked.attempt_id))
      ) over customers
        and coalesce(sum(products.credits + products.bonus_credits) over customers <= askers.room, false) as is_plain
    from unnest(p_orders) with ordinality asked
    left join askers on askers.customer_id = asked.customer_id
    left join lateral (
      select
        name, price_cents, credits, bonus_credits, credits_expire_days, bonus_expire_days, on_sale
      from product_versions where product_id = asked.product_id order by version desc limit 1
    ) products on true
    window customers as (partition by asked.customer_id)
  ),
  plain as materialized (select * from orders where is_plain),
  claims as materialized (
    select kind, claim, customer_id, attempt_id
    from plain cross join lateral (values ('token', token_hash), ('order', uuid_send(attempt_id))) claims (kind, claim)
    where claim is not null
  ),
  claimed as (
    insert into gateway_claims (kind, claim, customer_id, attempt_id) select * from claims order by kind, claim
    on conflict do nothing
    returning kind
  ),
  counted as (
    update accounts set entries = position
    from (select account, max(position) as position from plain group by account) latest
    where accounts.ctid = latest.account
  ),
  entered as (
    insert into transactions (
      customer_id, position, transaction_id, order_id, status, product_id, product_name, amount_cents, credits, bonus_credits,
      credits_expire_days, bonus_expire_days, created_at, is_automatic
    )
    select
      customer_id, position, transaction_id, attempt_id, 'pending', product_id, name, price_cents, credits, bonus_credits,
      credits_expire_days, bonus_expire_days, v_now, coalesce(initiated_by = 'merchant', false)
    from plain
  ),
  blocks as (
    insert into ledger_blocks as blocks (customer_id, status, block, entries)
    select customer_id, 'pending', ledger_block_of(position), count(*) from plain group by customer_id, ledger_block_of(position)
    on conflict (customer_id, status, block) do update set entries = blocks.entries + excluded.entries
  ),
  attempted as (
    insert into purchase_attempts (
      customer_id, attempt_id, fingerprint, position, sent_at, check_at, created_at, client_network, sender, send_locks, initiated_by
    )
    select
      customer_id, attempt_id, fingerprint, position, v_now, v_now + patience_ms * interval '1 ms', v_now,
      network_of(ip_address), sender, send_locks, coalesce(initiated_by, 'customer')
    from plain
  )
  select
    array_agg(case when is_plain then row(
      'opened', transaction_id, price_cents, null, null, null, false, v_now, email, null, null
    )::purchase_opening end order by ordinality),
    (select count(*) from claims) - (select count(*) from claimed)
  into v_openings, v_unclaimed
  from orders;
  if v_unclaimed > 0 then
    raise exception 'another purchase has used a token or id of the batch';
  end if;
  return v_openings;
end
$$;

-- Returns whether the circuit breaker is closed, and p_orders more attempts can't reach a network limit (see find_decline_limit).
create function is_quiet(p_network cidr, p_per_network bigint, p_orders bigint, p_now timestamptz) returns boolean
  language plpgsql
as $$
declare
  v_site cidr := site_of(p_network);
  v_last cidr := network(set_masklen(broadcast(v_site), masklen(p_network)));
begin
  return not exists (select from decline_brake where on_until > p_now) and (
    p_network is null or p_per_network = 0 or (
      p_orders + (select count(*) from purchase_attempts where client_network between v_site and v_last) <= p_per_network
      and not exists (
        select from declines where network between v_site and v_last and declined_at > p_now - interval '1 day'
      )
    )
  );
end
$$;
