import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { type RequestEnvironment, setAnswerHeader } from './middleware.ts';

const exposedHeaders = ['Retry-After', 'X-Request-Id'];

/** Allows cross-origin calls to `/api/`, but not to the merchant's API, whose responses no page may read. */
export const allowOrigins = (origins: readonly string[]): MiddlewareHandler<RequestEnvironment> => {
  const answerPreflight = cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Expected-Amount-Cents'],
    exposeHeaders: exposedHeaders,
    maxAge: 7200,
  });
  const exposed = exposedHeaders.join(',');
  return async (c, next) => {
    if (c.req.path.startsWith('/v1/')) return next();
    if (c.req.method === 'OPTIONS') return answerPreflight(c, next);
    const origin = c.req.header('Origin');
    if (origin !== undefined && origins.includes(origin))
      setAnswerHeader(c, 'Access-Control-Allow-Origin', origin);
    setAnswerHeader(c, 'Access-Control-Expose-Headers', exposed);
    setAnswerHeader(c, 'Vary', 'Origin');
    return next();
  };
};
