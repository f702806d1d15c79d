import type * as v from 'valibot';
import { notFound } from '../errors.ts';
import { readInput } from '../input.ts';
import type { Pool } from '../pool.ts';

/** Reads its input out of any JSON value. Throws a CognitoError. */
export type Operation = (payload: unknown, pool: Pool) => object | Promise<object>;

type Run<Input> = (input: Input, pool: Pool) => object | Promise<object>;

/** An operation that checks its input first. */
export const operation =
  <Input>(input: v.GenericSchema<unknown, Input>, run: Run<Input>): Operation =>
  (payload, pool) =>
    run(readInput(input, payload), pool);

/** An operation that names the app client. Throws ResourceNotFoundException for another client. */
export const clientOperation = <Input extends { readonly ClientId: string }>(
  input: v.GenericSchema<unknown, Input>,
  run: Run<Input>,
): Operation =>
  operation(input, (given, pool) => {
    if (given.ClientId === pool.clientId) return run(given, pool);
    throw notFound(`User pool client ${given.ClientId} does not exist.`);
  });
