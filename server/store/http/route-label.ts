import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';

/** The label of all requests that no route takes: scans, preflights and methods that an address doesn't have. */
const unrouted = '/*';

/**
 * The pattern of the route that takes a request, such as `/api/transactions/history`, as a label for logs, metrics and traces.
 * It contains nothing of the address itself. Middleware registered after a route matches the request too, so patterns with a
 * wildcard don't count.
 */
export const routeLabel = (c: Context): string =>
  matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path ?? unrouted;
