import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { Database } from '../database/database.ts';
import { refusal } from '../http/document.ts';
import type { RequestEnvironment } from '../http/middleware.ts';
import type { Readiness, UnreadyReason } from '../readiness.ts';
import { retryAfter, temporarilyUnavailable } from '../refusals.ts';

const details: Readonly<Record<UnreadyReason, string>> = {
  closing: 'The store is about to end.',
  database: 'The database cannot be reached.',
  migrations:
    'The database lacks what this version needs: run the command migrate, or a newer version of the store.',
  'pool-keys': 'The keys of the user pool have not been had yet.',
};

/** For supervisors and load balancers. The replies contain no secrets. */
export const probeRoutes = (database: Database, readiness: Readiness) =>
  new Hono<RequestEnvironment>()
    .get(
      '/livez',
      describeRoute({
        summary: 'Whether the process lives: where it does not answer, it is to be started again',
        security: [],
        responses: { 200: { description: 'It does' } },
      }),
      (c) => c.json({ status: 'ok' }),
    )
    .get(
      '/readyz',
      describeRoute({
        summary: 'Whether the store is to get requests',
        security: [],
        responses: {
          200: { description: 'It is' },
          503: refusal('It is not; `reason` is `closing`, `database`, `migrations` or `pool-keys`'),
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
        summary: 'Whether the store reaches its database',
        security: [],
        responses: {
          200: { description: 'It does' },
          503: refusal('Temporarily unavailable; see Retry-After'),
        },
      }),
      async (c) => {
        await database.query('select 1').catch(() => {
          throw temporarilyUnavailable();
        });
        return c.json({ status: 'ok' });
      },
    );
