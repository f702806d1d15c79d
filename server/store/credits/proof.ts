/**
 * SQL queries that check credits for `findBookErrors`. They use its `lines` and `running` queries, which
 * contain a customer's movements.
 */
export const creditQueries = `
  -- What all grants had after each movement. For accounts older than grants, from the first allocation.
  covered as (
    select running.customer_id, running.movement, running.balance,
      sum(changed.credits) over past as remaining, count(changed.credits) over past as allocations
    from running
    join accounts on accounts.customer_id = running.customer_id
    left join (
      select customer_id, movement, sum(credits) as credits from grant_allocations group by customer_id, movement
    ) changed on changed.customer_id = running.customer_id and changed.movement = running.movement
    where running.movement <= accounts.granted_movement
    window past as (partition by running.customer_id order by running.movement)
  ),
  grants_proven as (
    select customer_id, grant_id, sum(credits) as remaining from grant_allocations group by customer_id, grant_id
  ),
  open_holds as (
    select customer_id, grant_id, sum(allocations.credits) as credits
    from holds join hold_allocations allocations using (customer_id, hold_id)
    where state = 'open'
    group by customer_id, grant_id
  ),
  ended_grants as (
    select customer_id, split_part(split_part(reference, ' ', 2), '/', 1)::uuid as grant_id,
      -sum(credits + bonus_credits) as credits
    from lines where kind in ('grant', 'expiry') and reference ~ '^(expiry|void) '
    group by 1, 2
  ),
  grant_sums as (
    select customer_id, sum(remaining) as remaining, sum(held) as held from credit_grants grants group by customer_id
  ),
  hold_sums as (
    select customer_id, sum(credits) as credits from holds
    where state = 'open'
    group by customer_id
  ),
  hold_parts as (
    select customer_id, hold_id, sum(credits) as credits from hold_allocations
    group by customer_id, hold_id
  ),
  returned_parts as (
    select customer_id, spend_id, sum(credits) as credits
    from spend_returns
    group by customer_id, spend_id
  ),
  -- What a spend took of a grant, and what went back to it.
  spent_of_grants as (
    select customer_id, spend_id, grant_id, -taken.credits as taken
    from spends join grant_allocations taken using (customer_id, movement)
  ),
  returned_to_grants as (
    select customer_id, spend_id, grant_id, sum(given.credits) as returned
    from spend_returns join grant_allocations given using (customer_id, movement)
    group by customer_id, spend_id, grant_id
  ),
  credit_checks as (
    select customer_id, check_of.what, check_of.kept, check_of.proven
    from accounts
    left join grant_sums using (customer_id)
    left join hold_sums using (customer_id)
    left join lateral (
      select balance_after from lines
      where lines.customer_id = accounts.customer_id and movement = accounts.granted_movement
    ) granted on true
    cross join lateral (
      values
        ('grants', coalesce(grant_sums.remaining, 0), greatest(coalesce(granted.balance_after, 0), 0)),
        ('held', accounts.held, coalesce(hold_sums.credits, 0)),
        ('held of grants', accounts.held, coalesce(grant_sums.held, 0))
    ) check_of (what, kept, proven)
    union all
    select customer_id, 'grants after movement ' || movement, remaining, greatest(balance, 0)
    from covered where allocations > 0
    union all
    select customer_id, check_of.what || ' of grant ' || grant_id, check_of.kept, check_of.proven
    from credit_grants grants
    left join grants_proven using (customer_id, grant_id)
    left join open_holds using (customer_id, grant_id)
    left join ended_grants using (customer_id, grant_id)
    cross join lateral (
      values
        ('remaining', grants.remaining, coalesce(grants_proven.remaining, 0)),
        ('held', grants.held, coalesce(open_holds.credits, 0)),
        ('expired', grants.expired, coalesce(ended_grants.credits, 0))
    ) check_of (what, kept, proven)
    union all
    select customer_id, 'grant ' || grant_id, 0, 1
    from grants_proven left join credit_grants grants using (customer_id, grant_id)
    where grants.grant_id is null
    union all
    select customer_id, 'spend of movement ' || movement, coalesce(spends.credits, holds.captured), -(lines.credits + bonus_credits)
    from lines
    left join spends using (customer_id, movement)
    left join holds using (customer_id, movement)
    where lines.kind = 'spend'
    union all
    select customer_id, 'movement of spend ' || spend_id, movement, null
    from spends left join lines using (customer_id, movement)
    where lines.kind is distinct from 'spend'
    union all
    select customer_id, 'below zero after movement ' || movement, balance_after, 0
    from lines where kind = 'spend' and balance_after < 0
    union all
    select customer_id, 'returned of spend ' || spend_id, spends.returned, coalesce(returned_parts.credits, 0)
    from spends left join returned_parts using (customer_id, spend_id)
    union all
    select customer_id, 'return of movement ' || movement, spend_returns.credits, lines.credits + bonus_credits
    from lines left join spend_returns using (customer_id, movement)
    where lines.kind = 'return'
    union all
    select customer_id, 'returned to grant ' || grant_id || ' by spend ' || spend_id, returned, coalesce(taken, 0)
    from returned_to_grants left join spent_of_grants using (customer_id, spend_id, grant_id)
    where returned > coalesce(taken, 0)
    union all
    select customer_id, 'allocations of hold ' || hold_id, holds.credits, coalesce(hold_parts.credits, 0)
    from holds left join hold_parts using (customer_id, hold_id)
  )`;
