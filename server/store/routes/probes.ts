import { describeRoute } from 'hono-openapi';
import type { Database } from '../database/database.ts';
import { retryAfter, temporarilyUnavailable } from '../http/http-error.ts';
import type { App } from '../http/middleware.ts';
import { errorResponse } from '../http/serve.ts';
import type { Readiness, UnreadyReason } from '../readiness.ts';

const details: Readonly<Record<UnreadyReason, string>> = {
  closing: 'The store is shutting down.',
  database: 'The database cannot be reached.',
  migrations:
    'The database does not match this version: run the command migrate, or a newer version of the store.',
  'pool-keys': "The user pool's keys have not loaded yet.",
};

/** For supervisors and load balancers. The replies contain no secrets. */
export const addProbeRoutes = (app: App, database: Database, readiness: Readiness): void => {
  app
    .get(
      '/livez',
      describeRoute({
        summary: 'Liveness: restart a process that does not answer',
        security: [],
        responses: { 200: { description: 'Alive' } },
      }),
      (c) => c.json({ status: 'ok' }),
    )
    .get(
      '/readyz',
      describeRoute({
        summary: 'Readiness: whether to send this process requests',
        security: [],
        responses: {
          200: { description: 'Ready' },
          503: errorResponse('Not ready; `reason` is `closing`, `database`, `migrations` or `pool-keys`'),
        },
      }),
      async (c) => {
        const reason = await readiness.check();
        return reason === undefined
          ? c.json({ status: 'ready' })
          : c.json({ code: 'unavailable', reason, detail: details[reason] }, 503, retryAfter(1));
      },
    )
    .get(
      '/healthz',
      describeRoute({
        summary: 'Whether the store can reach its database',
        security: [],
        responses: {
          200: { description: 'It can' },
          503: errorResponse('Temporarily unavailable; see Retry-After'),
        },
      }),
      async (c) => {
        await database.query('select 1').catch(() => {
          throw temporarilyUnavailable();
        });
        return c.json({ status: 'ok' });
      },
    );
};
