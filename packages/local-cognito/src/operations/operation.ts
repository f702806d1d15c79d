import type * as v from 'valibot';
import { type Authorized, authorize } from '../authorization.ts';
import { notFound } from '../errors.ts';
import { readInput } from '../input.ts';
import type { Pool } from '../pool.ts';
import type { User } from '../users.ts';

type Output = object | Promise<object>;

/** A Cognito operation, whose input can be any JSON value. Throws a CognitoError if it fails. */
export type Operation = (payload: unknown, pool: Pool) => Output;

/** Creates an operation. It throws ResourceNotFoundException if the input names another app client or user pool. */
export const operation =
  <Input extends object>(
    schema: v.GenericSchema<unknown, Input>,
    run: (input: Input, pool: Pool) => Output,
  ): Operation =>
  (payload, pool) => {
    const input = readInput(schema, payload);
    if ('ClientId' in input && input.ClientId !== pool.clientId) {
      throw notFound(`User pool client ${input.ClientId} does not exist.`);
    }
    if ('UserPoolId' in input && input.UserPoolId !== pool.userPoolId) {
      throw notFound(`User pool ${input.UserPoolId} does not exist.`);
    }
    return run(input, pool);
  };

/** Creates an operation for the user of an access token. */
export const userOperation = <Input extends { readonly AccessToken: string }>(
  schema: v.GenericSchema<unknown, Input>,
  run: (input: Input & Authorized, pool: Pool) => Output,
): Operation =>
  operation(schema, (input, pool) =>
    authorize(pool, input.AccessToken, (authorized) => run({ ...input, ...authorized }, pool)),
  );

/** Creates an administrator's operation for the user of an id or email. Throws UserNotFoundException if unknown. */
export const adminOperation = <Input extends { readonly UserPoolId: string; readonly Username: string }>(
  schema: v.GenericSchema<unknown, Input>,
  run: (input: Input & { readonly user: User }, pool: Pool) => Output,
): Operation =>
  operation(schema, (input, pool) => run({ ...input, user: pool.users.require(input.Username) }, pool));
