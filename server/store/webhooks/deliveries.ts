import type { Queryable } from '../database/database.ts';
import { type SqlFunctions, sqlFunctions } from '../database/functions.gen.ts';
import type { EventRow } from '../events/merchant-events.ts';

/** One attempt to deliver an event. `attempts` starts at 1, and the first of `secrets` is the current one. */
export type Delivery = Omit<SqlFunctions['claim_deliveries']['row'], 'event'> & { readonly event: EventRow };

/** Maximum waiting events per endpoint, so that a failing one doesn't fill the table. */
const maxWaiting = 10_000;
const batchSize = 1_000;

/** Publishes new events and queues them for every active endpoint. Does nothing without an active endpoint. */
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
  /** Maximum deliveries in flight from this process to one endpoint. */
  readonly perEndpoint: number;
  /** How long to keep other processes from starting the same delivery, in milliseconds. */
  readonly leaseMs: number;
}

/** Claims deliveries that are due. @param inFlight the deliveries that this process is making */
export const claimDeliveries = (
  database: Queryable,
  inFlight: readonly Delivery[],
  { perEndpoint, leaseMs }: ClaimLimits,
): Promise<Delivery[]> => {
  const endpoints = inFlight.map(({ endpoint_id }) => endpoint_id);
  return database.query<Delivery>(sqlFunctions.claim_deliveries.sql, [perEndpoint, endpoints, leaseMs]);
};
