import { HTTPException } from 'hono/http-exception';
import * as v from 'valibot';
import { CognitoError, confirmedUserSchema, type UserPoolAdmin, type UserSummary } from '#local-cognito';
import { seedUser } from '../demo-account.ts';
import type { StoreSupervisor } from '../store-supervisor.ts';

/** The body of `POST /users`. */
export const newUserSchema = v.strictObject({
  ...confirmedUserSchema.entries,
  transactions: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)), 0),
});

/**
 * Creates a user, and returns its second factors if the request has any.
 * @throws {HTTPException} 409 if the email exists, 400 with the pool's message if the pool refuses, or 503 if the store
 * is down; the user then exists without ledger entries
 */
export const createUser = async (
  admin: UserPoolAdmin,
  store: Pick<StoreSupervisor, 'seed'>,
  { transactions, ...input }: v.InferOutput<typeof newUserSchema>,
): Promise<{ id: string; email: string; mfa?: UserSummary['mfa'] }> => {
  const user = await admin.createConfirmedUser(input).catch((error: unknown): UserSummary => {
    if (!(error instanceof CognitoError)) throw error;
    const status = error.name === 'UsernameExistsException' ? 409 : 400;
    throw new HTTPException(status, { message: error.message });
  });
  await seedUser(store, user, transactions).catch((cause: Error) => {
    throw new HTTPException(503, {
      message: `The user exists now, but without ledger entries: ${cause.message}`,
    });
  });
  return { id: user.sub, email: user.email, ...(input.mfa.factors.length > 0 && { mfa: user.mfa }) };
};
