import type { Queryable } from '../database/database.ts';
import { type EventRow, eventColumns } from '../events/merchant-events.ts';

/** One attempt to deliver an event to an endpoint. */
export type Delivery = EventRow & {
  readonly endpointId: string;
  /** The attempt's number, from 1. */
  readonly attempts: number;
  readonly url: string;
  /** The present one first. */
  readonly secrets: readonly string[];
};

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
  database.query<Delivery>(
    `select endpoint_id as "endpointId", attempts, url, secrets, ${eventColumns}
     from claim_deliveries($1, $2, $3, $4) events`,
    [perEndpoint, [...underWay.keys()], [...underWay.values()], leaseMs],
  );

/** What follows from an attempt. `disabled`: the endpoint gets no more events until an operator enables it. */
export type Consequence = 'delivered' | 'retried' | 'given-up' | 'disabled';

export interface BookedAttempt {
  readonly endpointId: string;
  readonly eventId: number;
  readonly attempts: number;
  readonly outcome: 'delivered' | 'failed' | 'gone';
  /** When to try again, and after how long to stop, in milliseconds. */
  readonly retryMs: number;
  readonly patienceMs: number;
}

export const bookDelivery = async (
  database: Queryable,
  { endpointId, eventId, attempts, outcome, retryMs, patienceMs }: BookedAttempt,
): Promise<Consequence> => {
  const [booked] = await database.query<{ consequence: Consequence }>(
    'select book_delivery($1, $2, $3, $4, $5, $6) as consequence',
    [endpointId, eventId, attempts, outcome, retryMs, patienceMs],
  );
  if (booked === undefined) throw new Error('An attempt to deliver an event was not booked.');
  return booked.consequence;
};
