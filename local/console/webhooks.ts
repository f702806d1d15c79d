import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as v from 'valibot';
import { readJson } from '#local-services/http/body.ts';
import { problemOfUrl } from '#server/store/webhooks/endpoint-url.ts';
import type { StoreSupervisor } from '../store-supervisor.ts';

const newWebhookSchema = v.strictObject({ url: v.string() });

const refused = (cause: Error) => {
  throw new HTTPException(503, { message: cause.message });
};

/** Creates routes for the endpoints to which the store sends the merchant's events. */
export const webhookRoutes = (
  store: Pick<StoreSupervisor, 'addWebhook' | 'listWebhooks' | 'removeWebhook'>,
): Hono => {
  const routes = new Hono();
  routes.get('/', async (c) => c.json(await store.listWebhooks().catch(refused)));
  routes.post('/', async (c) => {
    const { url } = await readJson(c, newWebhookSchema);
    const problem = problemOfUrl(url, { allowsPrivate: false });
    if (problem !== null) throw new HTTPException(400, { message: `The URL ${problem}.` });
    return c.json(await store.addWebhook(url).catch(refused), 201);
  });
  routes.delete('/:id', async (c) => {
    await store.removeWebhook(c.req.param('id')).catch(refused);
    return c.body(null, 204);
  });
  return routes;
};
