import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import * as v from 'valibot';

/** Returns a body's media type in lower case, without parameters; empty if it is missing. */
export const mediaType = (headers: Headers): string => {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase();
};

/** Returns middleware that throws an HTTPException 413 for bodies over `maxSize` bytes. */
export const limitBody = (maxSize: number, message = 'The body is too large'): MiddlewareHandler =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new HTTPException(413, { message });
    },
  });

/** Reads a form. Returns undefined if the body isn't form-encoded. */
export const readForm = async (c: Context): Promise<URLSearchParams | undefined> =>
  mediaType(c.req.raw.headers) === 'application/x-www-form-urlencoded'
    ? new URLSearchParams(await c.req.text())
    : undefined;

/**
 * Reads a JSON body.
 * @throws {HTTPException} 415 if it isn't `application/json`, 400 if it is invalid or doesn't match the schema
 */
export const readJson = async <Schema extends v.GenericSchema>(
  c: Context,
  schema: Schema,
): Promise<v.InferOutput<Schema>> => {
  if (mediaType(c.req.raw.headers) !== 'application/json') {
    throw new HTTPException(415, { message: 'Send JSON with Content-Type: application/json' });
  }
  const body: unknown = await c.req.json().catch(() => {
    throw new HTTPException(400, { message: 'The body is not JSON' });
  });
  const result = v.safeParse(schema, body, { abortPipeEarly: true });
  if (!result.success) throw new HTTPException(400, { message: describeIssues(result.issues) });
  return result.output;
};

/** Returns a message about validation issues. Names only fields and types, so it can't repeat what was sent. */
const describeIssues = (issues: readonly v.BaseIssue<unknown>[]): string =>
  issues
    .map((issue) => {
      const path = v.getDotPath(issue);
      const expected = issue.expected === null ? issue.message : `expected ${issue.expected}`;
      if (path === null) return expected;
      // In Valibot's issues, the expected type `never` marks a field that a strict object doesn't have.
      if (issue.expected === 'never') return `unknown field \`${path}\``;
      return issue.received === 'undefined' ? `\`${path}\` is missing` : `${path}: ${expected}`;
    })
    .join('; ');

/** Handles errors for `app.onError`: an HTTPException's message becomes the `detail`. Never shows a stack. */
export const handleError = (error: Error, c: Context): Response => {
  if (error instanceof HTTPException) return c.json({ detail: error.message }, error.status);
  console.error(error);
  return c.json({ detail: 'Internal error' }, 500);
};

/** Returns a 404, for `app.notFound`. */
export const handleNotFound = (c: Context): Response =>
  c.json({ detail: `No route for ${c.req.method} ${c.req.path}` }, 404);
