import type { Database, Queryable } from '../database/database.ts';
import { claimedOrders } from '../payments/attempts.ts';
import type { BookedOrder } from './compare-order.ts';

/**
 * Returns the orders with a booking on a day, and the day's sums in US cents. Omits entries without an attempt,
 * such as samples.
 */
export const readBookedDay = (database: Database, from: Date, until: Date) =>
  // Use a transaction without a time limit, because this reads all customers' movements.
  database.transaction(
    async (transaction) => {
      const rows = await transaction.query<{ orderId: string; charged: number; refunded: number }>(
        `select entries.order_id as "orderId",
         coalesce(sum(amount) filter (where debit_account = 'gateway'), 0)::bigint as charged,
         coalesce(sum(amount) filter (where credit_account = 'gateway'), 0)::bigint as refunded
       from movements
       join postings using (customer_id, movement)
       join transactions entries using (customer_id, position)
       join purchase_attempts attempts
         on attempts.customer_id = entries.customer_id and attempts.attempt_id = entries.order_id
       where movements.created_at >= $1 and movements.created_at < $2
       group by entries.order_id`,
        [from, until],
      );
      const sum = (what: 'charged' | 'refunded') => rows.reduce((total, row) => total + row[what], 0);
      const totals = { chargedCents: sum('charged'), givenBackCents: sum('refunded') };
      return { orderIds: rows.map(({ orderId }) => orderId), totals };
    },
    { isLong: true },
  );

const batchSize = 500;

/** Returns booked orders by order id. Omits orders that aren't ours. */
export const readBookedOrders = async (
  database: Queryable,
  orderIds: readonly string[],
): Promise<Map<string, BookedOrder>> => {
  const booked = new Map<string, BookedOrder>();
  for (let from = 0; from < orderIds.length; from += batchSize) {
    const rows = await database.query<BookedOrder>(findOrders, [orderIds.slice(from, from + batchSize)]);
    for (const row of rows) booked.set(row.orderId, row);
  }
  return booked;
};

const findOrders = `
  select attempts.attempt_id as "orderId", entries.status, entries.amount_cents as "amountCents",
    entries.gateway_transaction_id as "gatewayTransactionId",
    case when entries.refunded_cents = 0 then '[]'::jsonb else (
      select coalesce(jsonb_agg(jsonb_build_object('reference', reference, 'cents', amount)), '[]')
      from movements join postings using (customer_id, movement)
      where customer_id = entries.customer_id and position = entries.position and credit_account = 'gateway'
    ) end as reversals
  from ${claimedOrders}
  where claims.kind = 'order'
    and claims.claim = any (array(select uuid_send(given) from unnest($1::uuid[]) given))`;
