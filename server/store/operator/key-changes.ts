import type { Queryable } from '../database/database.ts';

/** A change that a key of the merchant's API made. */
export interface KeyChange {
  readonly at: Date;
  /** The call of the API. */
  readonly call: 'spend' | 'return' | 'hold' | 'capture' | 'extend' | 'release' | 'grant' | 'void';
  /** The call's id; of a capture, release or void the hold's or the grant's. */
  readonly id: string;
  readonly customerId: string;
  /** Null: the call moved none. */
  readonly credits: number | null;
}

/** Newest first. */
export const readKeyChanges = (database: Queryable, prefix: string, limit: number): Promise<KeyChange[]> =>
  database.query<KeyChange>(findChanges, [prefix, limit]);

/** A grant's voiding is among the calls, because it moves no credits if none are left. */
const findChanges = `
  with booked as (
    select created_at as at, case when reference like 'hold %' then 'capture' else kind end as call,
      split_part(reference, ' ', 2)::uuid as id, customer_id, movement
    from movements
    where key_prefix = $1 and reference not like 'void %'
    order by created_at desc, movement desc limit $2
  ), called as (
    select at, call, id, customer_id, null::bigint as movement from key_calls
    where key_prefix = $1 order by entry desc limit $2
  )
  select at, call, id, customer_id as "customerId",
    coalesce(
      (select sum(amount)::bigint from postings where (customer_id, movement) = (changes.customer_id, changes.movement)),
      case call when 'hold' then (select credits from holds where (customer_id, hold_id) = (changes.customer_id, id)) end
    ) as credits
  from (select * from booked union all select * from called) changes
  order by at desc, movement desc nulls last limit $2`;
