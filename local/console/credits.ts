import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as v from 'valibot';
import type { UserPoolAdmin } from '#local-cognito';
import { readJson } from '#local-services/http/body.ts';
import type { StoreSupervisor } from '../store-supervisor.ts';

const expirySchema = v.strictObject({
  kind: v.picklist(['grant', 'hold']),
  id: v.pipe(v.string(), v.uuid()),
});

const refused = (cause: Error) => {
  throw new HTTPException(503, { message: cause.message });
};

/** Creates routes that list all customers' grants and holds, newest first, and make one expire now. */
export const creditRoutes = (
  users: Pick<UserPoolAdmin, 'listUsers'>,
  store: Pick<StoreSupervisor, 'listCredits' | 'expireCredits'>,
): Hono => {
  const routes = new Hono();

  const withEmails = <Row extends { readonly customerId: string }>(rows: readonly Row[]) => {
    const emails = new Map(users.listUsers().map(({ sub, email }) => [sub, email]));
    return rows.map((row) => ({ ...row, email: emails.get(row.customerId) ?? null }));
  };

  routes.get('/grants', async (c) => c.json(withEmails((await store.listCredits().catch(refused)).grants)));
  routes.get('/holds', async (c) => c.json(withEmails((await store.listCredits().catch(refused)).holds)));
  routes.post('/expire', async (c) => {
    const { kind, id } = await readJson(c, expirySchema);
    await store.expireCredits(kind, id).catch(refused);
    return c.body(null, 204);
  });
  return routes;
};
