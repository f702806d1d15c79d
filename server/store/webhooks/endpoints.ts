import { callForRow } from '../database/call-function.ts';
import type { Queryable } from '../database/database.ts';
import { publishEvents } from '../events/merchant-events.ts';

/** An endpoint that receives events, without its secret. */
export interface WebhookEndpoint {
  /** A UUID. */
  readonly id: string;
  readonly url: string;
  readonly createdAt: Date;
  /** The highest event id that was delivered. Null: none yet. */
  readonly deliveredEvent: string | null;
  readonly deliveredAt: Date | null;
  /** Number of undelivered events, up to 10,000. */
  readonly waiting: number;
  /** When the first failure since the last delivery happened. Null: no failure. */
  readonly failingSince: Date | null;
  /** When the endpoint was disabled. Null: active. */
  readonly disabledAt: Date | null;
  /** `failing`: it failed for three days. `gone`: it returned 410. */
  readonly disabledBecause: 'failing' | 'gone' | null;
}

const columns = `endpoint_id as id, url, created_at as "createdAt", delivered_event::text as "deliveredEvent",
  delivered_at as "deliveredAt", (
    select count(*) from webhook_deliveries where webhook_deliveries.endpoint_id = webhook_endpoints.endpoint_id
  ) as waiting, failing_since as "failingSince", disabled_at as "disabledAt", disabled_because as "disabledBecause"`;

/** Adds an endpoint for events from now on. @returns its id */
export const addEndpoint = async (database: Queryable, url: string, secret: string): Promise<string> => {
  await publishEvents(database);
  const [added] = await database.query<{ id: string }>(
    `insert into webhook_endpoints (url, secret, created_at, queued_event)
     select $1, $2, store_now(), last_id from event_numbers
     returning endpoint_id as id`,
    [url, secret],
  );
  if (added === undefined) throw new Error('An endpoint was not added.');
  return added.id;
};

/** Lists endpoints, oldest first. */
export const listEndpoints = (database: Queryable): Promise<WebhookEndpoint[]> =>
  database.query<WebhookEndpoint & Record<string, unknown>>(
    `select ${columns} from webhook_endpoints order by created_at, endpoint_id`,
  );

/** Removes an endpoint and its waiting events. @returns its URL; null if there is no such endpoint */
export const removeEndpoint = async (database: Queryable, endpoint: string): Promise<string | null> =>
  (await callForRow(database, 'remove_webhook_endpoint', { endpoint })).value;
