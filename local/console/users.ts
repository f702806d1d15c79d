import { HTTPException } from 'hono/http-exception';
import * as v from 'valibot';
import { CognitoError, mfaInputSchema, type UserPoolAdmin, type UserSummary } from '#local-cognito';
import { seedUser } from '../demo-account.ts';
import type { StoreSupervisor } from '../store-supervisor.ts';

const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100));

/**
 * The console's `POST /users`. `phone` is E.164; `transactions` is how many ledger entries to generate;
 * `newPasswordRequired` makes the password a temporary one; `mfa` are the second factors.
 */
export const newUserSchema = v.strictObject({
  email: v.pipe(v.string(), v.trim(), v.maxLength(254), v.email('Invalid email address format.')),
  password: v.pipe(v.string(), v.maxLength(256)),
  firstName: v.optional(name),
  lastName: v.optional(name),
  phone: v.optional(v.pipe(v.string(), v.regex(/^\+[1-9]\d{6,14}$/))),
  newPasswordRequired: v.optional(v.boolean(), false),
  mfa: v.optional(mfaInputSchema),
  transactions: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)), 0),
});

/**
 * Makes a confirmed user of the pool and its customer record with that many ledger entries. Answers the second factors too,
 * where some were given.
 *
 * @throws HTTPException 409 for an email that has an account, 400 with the pool's text for what it refuses, 503 when
 * the store is down: the user exists then, without ledger entries.
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
  try {
    await seedUser(store, user, transactions);
  } catch (cause) {
    throw new HTTPException(503, {
      message: `The user was made, the ledger entries were not: ${cause instanceof Error ? cause.message : cause}`,
    });
  }
  return { id: user.sub, email: user.email, ...(input.mfa !== undefined && { mfa: user.mfa }) };
};
