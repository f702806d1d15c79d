import type { Context } from 'hono';
import * as v from 'valibot';
import { storeError } from './http-error.ts';

/** Matches an incomplete request, as `@hono/node-server` passes it to handlers. */
const incompleteSchema = v.object({
  incoming: v.object({ complete: v.literal(false), destroyed: v.literal(true) }),
});

/** Returns whether the client disconnected before sending the whole request. Errors after that aren't failures. */
export const isRequestCut = (c: Context): boolean => v.is(incompleteSchema, c.env);

export const idempotencyKeySchema = v.optional(v.pipe(v.string(), v.uuid('Idempotency-Key must be a UUID.')));

/** The price that the customer agreed to, in US cents. */
export const expectedCentsSchema = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^\d{1,12}$/, 'X-Expected-Amount-Cents must be a whole number of cents.'),
    v.transform(Number),
  ),
);

export const attemptIdSchema = v.pipe(
  v.string(),
  v.uuid('The id of a payment attempt is the UUID of its key.'),
  v.toLowerCase(),
);

export const transactionIdSchema = v.pipe(v.string(), v.uuid('The id of a transaction is a UUID.'));

export const cardIdSchema = v.pipe(v.string(), v.uuid('The id of a saved card is a UUID.'), v.toLowerCase());

/** Validates input. @throws {HttpError} 400 if the input doesn't match the schema */
export const parseInput = <Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  toDetail: (issue: v.BaseIssue<unknown>) => string = ({ message }) => message,
): v.InferOutput<Schema> => {
  const read = v.safeParse(schema, input);
  if (!read.success) throw storeError('invalid-request', toDetail(read.issues[0]));
  return read.output;
};

/** Reads a JSON body. @throws {HttpError} 415 if it isn't declared as JSON, 400 if it isn't valid JSON */
export const readJson = async (c: Context): Promise<unknown> => {
  const [mediaType = ''] = (c.req.header('Content-Type') ?? '').split(';');
  if (mediaType.trim().toLowerCase() !== 'application/json') {
    throw storeError('unsupported-media-type', 'Send the request as application/json.');
  }
  return c.req.json<unknown>().catch((error: unknown) => {
    if (!(error instanceof SyntaxError)) throw error;
    throw storeError('invalid-request', 'The request body is not valid JSON.');
  });
};

/** Validates a request body. @throws {HttpError} 400 if it doesn't match the schema */
export const parseBody = <Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> =>
  parseInput(schema, body, (issue) => {
    // Don't use Valibot's messages: they repeat the input, which may be a card token or an address.
    const path = v.getDotPath(issue);
    if (path === null) return 'The request body must be a JSON object.';
    return issue.received === 'undefined' ? `${path} is required.` : `${path} is not valid.`;
  });
