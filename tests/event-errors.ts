import type { Queryable } from '#server/store/database/database.ts';

interface EventError {
  readonly customerId: string;
  readonly type: string;
  /** The resource's id. */
  readonly id: string;
  readonly happened: number;
  readonly told: number;
}

/**
 * Returns differences between events and books. Each purchase, top-up, reversal, refund request, return, expired
 * hold, and new or expired grant must have one event.
 * Doesn't support customers with seeded history.
 */
export const findEventErrors = (database: Queryable): Promise<EventError[]> =>
  database.query<EventError>(`
    with happened as (
      select customer_id, 'hold.expired' as type, hold_id::text as id from holds where ended_at >= expires_at
      union all
      select distinct customer_id, 'grant.expired', split_part(split_part(reference, ' ', 2), '/', 1)
      from movements where kind = 'expiry' and cause = 'clock'
      union all
      select customer_id, 'grant.created', grant_id::text from credit_grants where kind in ('promotion', 'adjustment')
      union all
      select customer_id, 'spend.returned', spend_id::text from spend_returns
      union all
      select customer_id, case movements.kind when 'purchase' then 'purchase.completed' else 'purchase.reversed' end,
        transaction_id::text
      from movements join transactions using (customer_id, position)
      union all
      select customer_id, 'purchase.refund_requested', transaction_id::text
      from refund_requests join transactions using (customer_id)
      where order_id = attempt_id and started_by = 'customer'
      union all
      select customer_id, 'top_up.completed', transaction_id::text
      from movements join transactions using (customer_id, position)
      where movements.kind = 'purchase' and is_automatic
    ),
    told as (
      select customer_id, type, data ->> 'id' as id from event_outbox
      union all
      select customer_id, type, data ->> 'id' from events
    )
    select customer_id as "customerId", type, id, coalesce(happened.count, 0) as happened, coalesce(told.count, 0) as told
    from (select customer_id, type, id, count(*) from happened group by 1, 2, 3) happened
    full join (
      select customer_id, type, id, count(*) from told
      where type not like 'balance.%' and type not in ('customer.created', 'top_up.failed', 'top_up.paused', 'spending_limit.reached')
      group by 1, 2, 3
    ) told using (customer_id, type, id)
    where happened.count is distinct from told.count`);
