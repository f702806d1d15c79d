import type { Context } from 'hono';
import * as v from 'valibot';
import { idSchema } from '#contract/merchant/requests.ts';
import type { Credits } from '../credits/credits.ts';
import type { RequestEnvironment } from '../http/middleware.ts';
import { parseInput, readJson } from '../http/requests.ts';

/** Returns the credits API for the request's key. */
export type CreditsFor = (c: Context<RequestEnvironment>) => Credits;

/** Names of path parameters that are UUIDs. */
type IdName = 'id' | 'return_id';

/** Reads a UUID from the path. @throws {HttpError} 400 if it isn't a UUID */
export const readId = (c: Context, name: IdName = 'id'): string =>
  parseInput(idSchema, c.req.param(name), ({ message }) => `${name} ${message}.`);

/** Reads a JSON body. @throws {HttpError} 400 that names the wrong field, 415 if it isn't declared as JSON */
export const readFields = async <Schema extends v.GenericSchema>(
  c: Context,
  schema: Schema,
): Promise<v.InferOutput<Schema>> => parseFields(schema, await readJson(c));

/** Validates input. @param subject what the input is @throws {HttpError} 400 that names the wrong field */
export const parseFields = <Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  subject = 'The request body',
): v.InferOutput<Schema> =>
  parseInput(schema, Array.isArray(input) ? null : input, (issue) => {
    const path = v.getDotPath(issue);
    if (path === null) return `${subject} must be a JSON object.`;
    if (issue.type !== 'strict_object' && issue.type !== 'object') return `${path} ${issue.message}.`;
    return issue.expected === 'never' ? `${path} is not a field of this call.` : `${path} is required.`;
  });
