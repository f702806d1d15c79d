import type * as v from 'valibot';
import { type Authorized, authorize } from '../authorization.ts';
import { notFound } from '../errors.ts';
import { readInput } from '../input.ts';
import type { Pool } from '../pool.ts';

type Output = object | Promise<object>;

/** A Cognito operation, whose input can be any JSON value. Throws a CognitoError if it fails. */
export type Operation = (payload: unknown, pool: Pool) => Output;

/** Creates an operation. It throws ResourceNotFoundException if the input names a different app client. */
export const operation =
  <Input extends object>(
    schema: v.GenericSchema<unknown, Input>,
    run: (input: Input, pool: Pool) => Output,
  ): Operation =>
  (payload, pool) => {
    const input = readInput(schema, payload);
    if (!('ClientId' in input) || input.ClientId === pool.clientId) return run(input, pool);
    throw notFound(`User pool client ${input.ClientId} does not exist.`);
  };

/** Creates an operation for the user of an access token. */
export const userOperation = <Input extends { readonly AccessToken: string }>(
  schema: v.GenericSchema<unknown, Input>,
  run: (input: Input & Authorized, pool: Pool) => Output,
): Operation =>
  operation(schema, (input, pool) =>
    authorize(pool, input.AccessToken, (authorized) => run({ ...input, ...authorized }, pool)),
  );
