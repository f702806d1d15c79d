/** SQL queries that check usage and spending limits for `findBookErrors`. They use its query `lines`. */
export const usageQueries = `
  used as materialized (
    select customer_id, movement, chicago_day(lines.created_at) as day,
      chicago_month(coalesce(spends.created_at, holds.created_at, returned.created_at)) as used_month,
      coalesce(spends.reference, holds.reference, returned.reference, '') as reference,
      -(lines.credits + lines.bonus_credits) as credits, (kind = 'spend')::int as count
    from lines
    left join spends using (customer_id, movement)
    left join holds using (customer_id, movement)
    left join (
      select customer_id, spend_returns.movement, spend_reference as reference, spends.created_at
      from spend_returns join spends using (customer_id, spend_id)
    ) returned using (customer_id, movement)
    where kind in ('spend', 'return')
  ),
  summed as (
    select used.* from used join accounts using (customer_id) where movement <= summed_movement
  ),
  usage_parts as (
    select customer_id, 'of ' || day || ' in ' || month as part, credits, count
    from usage_days
    union all
    select customer_id, 'of ' || day || ' for ' || coalesce(reference, ''), credits, count
    from usage_references
  ),
  usage_proven as (
    select customer_id, 'of ' || day || ' in ' || chicago_day(used_month) as part, sum(credits) as credits, sum(count) as count
    from summed group by 1, 2
    union all
    select customer_id, 'of ' || day || ' for ' || reference, sum(credits), sum(count) from summed group by 1, 2
  ),
  usage_checks as (
    select customer_id, check_of.what || part as what, check_of.kept, check_of.proven
    from usage_parts full join usage_proven using (customer_id, part)
    cross join lateral (
      values
        ('usage ', coalesce(usage_parts.credits, 0), coalesce(usage_proven.credits, 0)),
        ('uses ', coalesce(usage_parts.count, 0), coalesce(usage_proven.count, 0))
    ) check_of (what, kept, proven)
    union all
    select customer_id, check_of.what, check_of.kept, check_of.proven
    from accounts
    left join (
      select customer_id, used_month, sum(credits) as credits
      from (
        select customer_id, used_month, credits from used
        union all
        select customer_id, chicago_month(created_at), credits from holds
        where state = 'open' and refund_id is null
      ) parts
      group by customer_id, used_month
    ) counted using (customer_id, used_month)
    cross join lateral (
      values
        ('used this month', used, case when used_month > '-infinity' then coalesce(counted.credits, 0) else used end),
        ('month of the limit', (spending_limit is null)::int, (used_month is null)::int),
        ('summed movement', summed_movement, least(summed_movement, movements))
    ) check_of (what, kept, proven)
  )`;
