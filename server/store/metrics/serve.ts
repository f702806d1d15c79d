import type { RequestListener } from 'node:http';
import type { PooledDatabase } from '../database/database.ts';
import { type Listener, listen } from '../http/listener.ts';
import type { Log } from '../logging/logging.ts';
import type { Readiness } from '../readiness.ts';
import type { Exposition } from './prometheus.ts';
import { createReading } from './reading.ts';
import { readStoreState } from './store-state.ts';

interface MetricsSources {
  readonly exposition: Exposition;
  readonly database: Pick<PooledDatabase, 'query' | 'connections'>;
  readonly readiness: Readiness;
  readonly log: Log;
  /** Whether automatic top-up is on. */
  readonly isTopUpOn: boolean;
}

/** Cache time and timeout, in ms. Prometheus' default timeout is 10 s. */
const readingLimits = { freshMs: 5_000, limitMs: 3_000 };
const listenerLimits = { keepAliveMs: 75_000, maxConnections: 20, headersMs: 5_000, requestMs: 5_000 };

/** Serves `GET /metrics` on a separate port, even if the store or its database is down. */
export const serveMetrics = (
  { exposition, database, readiness, log, isTopUpOn }: MetricsSources,
  place: { readonly port: number; readonly host: string },
): Promise<Listener> => {
  const readState = createReading(async () => {
    try {
      return await readStoreState(database, isTopUpOn);
    } catch (error) {
      log.warn({ event: 'metrics-unread', error });
      throw error;
    }
  }, readingLimits);
  const readReadiness = createReading(async () => (await readiness.check()) === undefined, readingLimits);

  const answer: RequestListener = async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('GET /metrics\n');
      return;
    }
    try {
      const [state, isReady = false] = await Promise.all([readState(), readReadiness()]);
      const text = await exposition.render({ state, isReady, connections: database.connections() });
      response.writeHead(200, { 'Content-Type': exposition.contentType }).end(text);
    } catch (error) {
      log.error({ event: 'metrics-failed', error });
      response.writeHead(500).end();
    }
  };
  return listen(answer, place, listenerLimits);
};
