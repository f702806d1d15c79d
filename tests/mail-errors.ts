import type { Queryable } from '#server/store/database/database.ts';

export const turnMailsOn = 'update event_settings set sends_mail = true';

/**
 * Returns purchases, reversals and declined automatic charges without exactly one mail, and mails without such a
 * cause. Needs {@link turnMailsOn} before the first purchase.
 */
export const findMailErrors = (database: Queryable) =>
  database.query(`
    with causes as (
      select customer_id, transaction_id::text as cause, case when is_automatic then 'top-up-receipt' else 'receipt' end as kind
      from movements join transactions using (customer_id, position) where movements.kind = 'purchase'
      union all
      select customer_id, transaction_id || ' ' || reference, 'refund'
      from movements join transactions using (customer_id, position) where movements.kind <> 'purchase'
      union all
      select customer_id, data ->> 'id', 'decline'
      from (select customer_id, type, data from event_outbox union all select customer_id, type, data from events) told
      where type = 'top_up.failed'
    ),
    written as (
      select customer_id, cause, case when kind like 'top-up-%ed' then 'decline' else kind end as kind from mails
      where kind in ('receipt', 'top-up-receipt', 'top-up-failed', 'refund') or data ? 'position'
    )
    select customer_id as "customerId", cause, kind, causes.count as causes, written.count as mails
    from (select customer_id, cause, kind, count(*) from causes group by 1, 2, 3) causes
    full join (select customer_id, cause, kind, count(*) from written group by 1, 2, 3) written using (customer_id, cause, kind)
    where causes.count is distinct from written.count`);
