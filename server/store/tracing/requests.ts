import type { MiddlewareHandler } from 'hono';
import { knownMethods, type RequestEnvironment, routeLabel } from '../http/middleware.ts';
import type { Tracing } from './tracing.ts';

/** Creates a span per request, as part of the trace in its `traceparent` header. */
export const traceRequests =
  (tracing: Tracing): MiddlewareHandler<RequestEnvironment> =>
  (c, next) => {
    const method = knownMethods.has(c.req.method) ? c.req.method : '_OTHER';
    const start = {
      name: method,
      kind: 'server',
      attributes: { 'http.request.method': method },
      parent: c.req.header('traceparent'),
    } as const;
    return tracing.span(start, async (span) => {
      await next();
      const route = routeLabel(c);
      const { status } = c.res;
      span.rename(`${method} ${route}`);
      span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
      if (status >= 500) span.fail(String(status));
    });
  };
