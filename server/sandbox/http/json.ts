import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as v from 'valibot';

/** How the sandbox's JSON routes refuse: `{ "detail": "…" }` with a 4xx status, and never a stack. */

/** For `app.onError`: an HTTPException's message becomes the detail; anything else is a fault of ours. */
export function answerError(error: Error, c: Context): Response {
  if (error instanceof HTTPException) return c.json({ detail: error.message }, error.status);
  console.error(error);
  return c.json({ detail: 'Internal error' }, 500);
}

/** For `app.notFound`. */
export function answerNotFound(c: Context): Response {
  return c.json({ detail: `Nothing answers ${c.req.method} ${c.req.path}` }, 404);
}

/**
 * The request's JSON body, checked.
 *
 * @throws HTTPException 415 without `application/json`, 400 for what is not JSON or does not fit the schema.
 */
export async function readJson<Schema extends v.GenericSchema>(
  c: Context,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const [type] = (c.req.header('content-type') ?? '').split(';');
  if (type?.trim().toLowerCase() !== 'application/json') {
    throw new HTTPException(415, { message: 'Send JSON with Content-Type: application/json' });
  }
  const body = parseJson(await c.req.text());
  const result = v.safeParse(schema, body, { abortPipeEarly: true });
  if (!result.success) throw new HTTPException(400, { message: describeIssues(result.issues) });
  return result.output;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HTTPException(400, { message: 'The body is not JSON' });
  }
}

/** Only names of fields and kinds of values, because a message must not repeat what was sent. */
function describeIssues(issues: readonly v.BaseIssue<unknown>[]): string {
  return issues
    .map((issue) => {
      const path = v.getDotPath(issue);
      const expected = issue.expected === null ? issue.message : `expected ${issue.expected}`;
      return path === null ? expected : `${path}: ${expected}`;
    })
    .join('; ');
}
