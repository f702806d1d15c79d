import type { Queryable } from '#server/store/database/database.ts';
import { addEndpoint, removeEndpoint } from '#server/store/webhooks/endpoints.ts';
import { createWebhookSecret } from '#server/store/webhooks/signature.ts';
import type { ListedWebhook, NewWebhook } from './store-messages.ts';

export const addWebhook = async (database: Queryable, url: string): Promise<NewWebhook> => {
  const secret = createWebhookSecret();
  return { id: await addEndpoint(database, url, secret), secret };
};

/** Removes an endpoint. @throws {Error} if it doesn't exist */
export const removeWebhook = async (database: Queryable, id: string): Promise<void> => {
  if ((await removeEndpoint(database, id)) === null) throw new Error(`There is no endpoint ${id}.`);
};

/** Returns endpoints with their secrets for the console, which only tests and people on this machine use. */
export const listWebhooks = (database: Queryable): Promise<ListedWebhook[]> =>
  database.query<ListedWebhook & Record<string, unknown>>(
    `select endpoint_id as id, url, secret, delivered_event::text as "deliveredEvent",
       case when disabled_at is not null then 'disabled' when failing_since is not null then 'failing' else 'active' end
         as state,
       (select count(*) from webhook_deliveries deliveries where deliveries.endpoint_id = endpoints.endpoint_id) as waiting
     from webhook_endpoints endpoints order by created_at, endpoint_id`,
  );
