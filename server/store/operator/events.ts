import type { Queryable } from '../database/database.ts';

export interface EventRow {
  readonly type: string;
  readonly receivedAt: Date;
  /** Null until the event is processed. */
  readonly outcome: string | null;
}

const columns = `event_id as "eventId", event_type as type, received_at as "receivedAt", outcome`;

/** Returns the gateway's events for a purchase, oldest first. */
export const readEvents = (database: Queryable, orderId: string, transactionId: string | null) =>
  database.query<EventRow>(
    `select ${columns} from gateway_events
     where order_id = $1 or transaction_id = $2 order by received_at, event_id`,
    [orderId, transactionId],
  );

/** Returns the gateway's events for all of a customer's purchases, oldest first. */
export const readEventsOfCustomer = (database: Queryable, customerId: string) =>
  database.query<EventRow>(
    `select ${columns} from gateway_events
     where order_id in (select order_id::text from transactions where customer_id = $1)
       or transaction_id in (select gateway_transaction_id from transactions where customer_id = $1)
     order by received_at, event_id`,
    [customerId],
  );
