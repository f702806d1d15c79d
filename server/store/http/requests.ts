import type { Context } from 'hono';
import * as v from 'valibot';
import { type HistoryQuery, historyQuerySchema } from '#contract/transactions.ts';
import { Refusal } from '../refusals.ts';

/**
 * Reads a JSON body by its schema.
 *
 * @throws Refusal 415 when it is not declared as JSON, 400 when it is no JSON or not of the schema
 */
export async function readJsonBody<Schema extends v.GenericSchema>(
  c: Context,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const [mediaType = ''] = (c.req.header('Content-Type') ?? '').split(';');
  if (mediaType.trim().toLowerCase() !== 'application/json') {
    throw new Refusal(415, 'unsupported-media-type', 'Send the request as application/json.');
  }
  const text = await c.req.text();
  return parseBody(schema, parseJson(text));
}

/** @throws Refusal 400 when the key is there but no UUID */
export function readIdempotencyKey(c: Context): string | undefined {
  return parseOrRefuse(
    idempotencyKeySchema,
    c.req.header('Idempotency-Key'),
    () => 'Idempotency-Key must be a UUID.',
  );
}

/** @throws Refusal 400 when the path's `id` is no UUID */
export function readAttemptId(c: Context): string {
  const id = parseOrRefuse(
    uuid,
    c.req.param('id'),
    () => 'A payment attempt is named by the UUID of its key.',
  );
  return id.toLowerCase();
}

/** The price in US cents that the customer agreed to. @throws Refusal 400 when it is there but no amount */
export function readExpectedCents(c: Context): number | undefined {
  return parseOrRefuse(
    expectedCentsSchema,
    c.req.header('X-Expected-Amount-Cents'),
    () => 'X-Expected-Amount-Cents must be a whole number of cents.',
  );
}

/** @throws Refusal 400 when `page`, `limit` or `status` is not valid */
export function readHistoryQuery(c: Context): HistoryQuery {
  const query = { page: c.req.query('page'), limit: c.req.query('limit'), status: c.req.query('status') };
  return parseOrRefuse(historyQuerySchema, query, ({ message }) => message);
}

const uuid = v.pipe(v.string(), v.uuid());
const idempotencyKeySchema = v.optional(uuid);
const expectedCentsSchema = v.optional(v.pipe(v.string(), v.regex(/^\d{1,12}$/), v.transform(Number)));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'invalid-request', 'The request body is not valid JSON.');
  }
}

function parseBody<Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> {
  return parseOrRefuse(schema, body, (issue) => {
    // The library's own messages repeat what was sent, which may be a card token or an address.
    const path = v.getDotPath(issue);
    if (path === null) return 'The request body must be a JSON object.';
    return issue.received === 'undefined' ? `${path} is required.` : `${path} is not valid.`;
  });
}

function parseOrRefuse<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  toDetail: (issue: v.BaseIssue<unknown>) => string,
): v.InferOutput<Schema> {
  const read = v.safeParse(schema, input);
  if (!read.success) throw new Refusal(400, 'invalid-request', toDetail(read.issues[0]));
  return read.output;
}
