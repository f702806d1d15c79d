import type * as v from 'valibot';
import { readInput } from '../constraints.ts';
import { CognitoError } from '../errors.ts';
import type { Pool } from '../pool.ts';

/** An API operation: reads its input out of any JSON value, returns its output or throws a CognitoError. */
export type Operation = (payload: unknown, pool: Pool) => object | Promise<object>;

type Run<Input> = (input: Input, pool: Pool) => object | Promise<object>;

/** Puts the checks of an operation's input before its work. */
export const operation =
  <Input>(input: v.GenericSchema<unknown, Input>, run: Run<Input>): Operation =>
  (payload, pool) =>
    run(readInput(input, payload), pool);

/** An operation that names the app client. Throws ResourceNotFoundException for another one than the pool's own. */
export const clientOperation = <Input extends { readonly ClientId: string }>(
  input: v.GenericSchema<unknown, Input>,
  run: Run<Input>,
): Operation =>
  operation(input, (given, pool) => {
    if (given.ClientId === pool.clientId) return run(given, pool);
    throw new CognitoError('ResourceNotFoundException', `User pool client ${given.ClientId} does not exist.`);
  });
