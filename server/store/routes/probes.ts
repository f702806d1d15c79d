import type { Context } from 'hono';
import { type DescribeRouteOptions, describeRoute } from 'hono-openapi';
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

/** Adds probes for supervisors and load balancers. The responses contain no secrets. */
export const addProbeRoutes = (app: App, database: Database, readiness: Readiness): void => {
  const add = (
    path: string,
    summary: string,
    responses: NonNullable<DescribeRouteOptions['responses']>,
    probe: (c: Context) => Response | Promise<Response>,
  ) => app.get(path, describeRoute({ summary, security: [], responses }), probe);

  add('/livez', 'Liveness: restart a process that does not respond', { 200: { description: 'Alive' } }, (c) =>
    c.json({ status: 'ok' }),
  );
  const unready = errorResponse('Not ready; `reason` is `closing`, `database`, `migrations` or `pool-keys`');
  const isReady = { 200: { description: 'Ready' }, 503: unready };
  add('/readyz', 'Readiness: whether to send this process requests', isReady, async (c) => {
    const reason = await readiness.check();
    return reason === undefined
      ? c.json({ status: 'ready' })
      : c.json({ code: 'unavailable', reason, detail: details[reason] }, 503, retryAfter(1));
  });
  const unhealthy = errorResponse('Temporarily unavailable; see Retry-After');
  const isHealthy = { 200: { description: 'It can' }, 503: unhealthy };
  add('/healthz', 'Whether the store can reach its database', isHealthy, async (c) => {
    await database.query('select 1').catch(() => {
      throw temporarilyUnavailable();
    });
    return c.json({ status: 'ok' });
  });
};
