import type * as v from 'valibot';
import { readInput } from '../constraints.ts';
import type { Pool } from '../pool.ts';

/** An API operation: reads its input out of any JSON value, answers with its output or throws a CognitoError. */
export type Operation = (payload: unknown, pool: Pool) => object | Promise<object>;

/** Puts the checks of an operation's input before its work. */
export function operation<Input>(
  input: v.GenericSchema<unknown, Input>,
  run: (input: Input, pool: Pool) => object | Promise<object>,
): Operation {
  return (payload, pool) => run(readInput(input, payload), pool);
}
