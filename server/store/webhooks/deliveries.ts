import { callForRow } from '../database/call-function.ts';
import type { Queryable } from '../database/database.ts';
import { type DeliveryConsequence, type SqlFunctions, sqlFunctions } from '../database/functions.gen.ts';
import type { EventRow } from '../events/merchant-events.ts';

/** One attempt to deliver an event to an endpoint. `attempts` counts from 1, and the first of `secrets` is the present one. */
export type Delivery = Omit<SqlFunctions['claim_deliveries']['row'], 'event'> & { readonly event: EventRow };

/** So that a failing endpoint doesn't fill the table. */
const maxWaiting = 10_000;
const batchSize = 1_000;

/** Publishes new events, and gives every active endpoint those that are new to it. Does nothing without one. */
export const queueDeliveries = async (database: Queryable): Promise<void> => {
  for (;;) {
    const [found] = await database.query<{ published: number; hasMore: boolean }>(
      `select publish_events($1) as published, queue_deliveries($1, $2) as "hasMore"
       where exists (select from webhook_endpoints where disabled_at is null)`,
      [batchSize, maxWaiting],
    );
    if (found === undefined || (found.published < batchSize && !found.hasMore)) return;
  }
};

export interface ClaimLimits {
  /** How many deliveries to one endpoint this process may have under way. */
  readonly perEndpoint: number;
  /** How long no other process begins the same delivery, in milliseconds. */
  readonly leaseMs: number;
}

/** Begins the attempts that are due. @param underWay how many this process already has, by endpoint */
export const claimDeliveries = (
  database: Queryable,
  underWay: ReadonlyMap<string, number>,
  { perEndpoint, leaseMs }: ClaimLimits,
): Promise<Delivery[]> =>
  database.query<Delivery>(sqlFunctions.claim_deliveries.sql, [
    perEndpoint,
    [...underWay.keys()],
    [...underWay.values()],
    leaseMs,
  ]);

/** @param attempt `retry_ms` says when to try again, and `patience_ms` after how long to stop */
export const bookDelivery = async (
  database: Queryable,
  attempt: SqlFunctions['book_delivery']['parameters'] & {
    readonly outcome: 'delivered' | 'failed' | 'gone';
  },
): Promise<DeliveryConsequence> => (await callForRow(database, 'book_delivery', attempt)).value;
