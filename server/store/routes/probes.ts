import type { Context } from 'hono';
import { type DescribeRouteOptions, describeRoute } from 'hono-openapi';
import type { Database } from '../database/database.ts';
import { retryAfter, temporarilyUnavailable } from '../http/http-error.ts';
import type { App } from '../http/middleware.ts';
import { errorResponse } from '../http/serve.ts';
import type { Readiness } from '../readiness.ts';

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
  const unready = errorResponse('Not ready; `reason` names the cause, and `detail` says what to do');
  const isReady = { 200: { description: 'Ready' }, 503: unready };
  add('/readyz', 'Readiness: whether to send this process requests', isReady, async (c) => {
    const unreadiness = await readiness.check();
    return unreadiness === undefined
      ? c.json({ status: 'ready' })
      : c.json({ code: 'unavailable', ...unreadiness }, 503, retryAfter(1));
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
