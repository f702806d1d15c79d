import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';

/** The sandbox's JSON routes refuse with `{ "detail": "…" }` and a 4xx status, and never show a stack. */

/** For `app.onError`: an HTTPException's message becomes the detail; anything else is a fault of ours. */
export const handleError = (error: Error, c: Context): Response => {
  if (error instanceof HTTPException) return c.json({ detail: error.message }, error.status);
  console.error(error);
  return c.json({ detail: 'Internal error' }, 500);
};

/** For `app.notFound`. */
export const handleNotFound = (c: Context): Response =>
  c.json({ detail: `Nothing answers ${c.req.method} ${c.req.path}` }, 404);
