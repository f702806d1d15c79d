import * as v from 'valibot';
import { isEmailAddress, readAttributes } from './attributes.ts';
import { attributeValue, newPassword, readInput, username } from './constraints.ts';
import { invalidParameter, notAuthorized } from './errors.ts';
import { factorListSchema, factorSchema, type Mfa, noFactors } from './factors.ts';
import type { MailItem } from './mailbox.ts';
import { assertHasFactor } from './operations/mfa-preference.ts';
import { assertPasswordConforms } from './password-policy.ts';
import type { Pool } from './pool.ts';
import { type RequestParts, requestCustomer } from './request-customer.ts';
import type { CurrentSettings, Settings, SettingsPatch } from './settings.ts';
import { createSecret, currentCode, type SoftwareToken, secretSchema } from './software-tokens.ts';
import type { User } from './users.ts';
import { deliverCode } from './verification-codes.ts';

/** The second factors that a user is to have, instead of those before. */
export const mfaInputSchema = v.strictObject({
  factors: factorListSchema,
  preferred: v.optional(v.nullable(factorSchema), null),
  /** Of the authenticator, in base32. Default: the one that the user has, else a new one. */
  secret: v.optional(secretSchema),
});
export type MfaInput = Readonly<v.InferInput<typeof mfaInputSchema>>;

/** `phone` is E.164, like +15551234567. */
const confirmedUserSchema = v.object({
  email: username,
  password: newPassword,
  firstName: v.optional(attributeValue),
  lastName: v.optional(attributeValue),
  phone: v.optional(attributeValue),
  /** The password is temporary: the first sign-in asks for another one. */
  newPasswordRequired: v.optional(v.boolean(), false),
  mfa: v.optional(mfaInputSchema, { factors: [] }),
});
export type ConfirmedUserInput = Readonly<v.InferInput<typeof confirmedUserSchema>>;

/** A user as an operator sees it. */
export type UserSummary = Readonly<ReturnType<typeof summaryOf>>;

/** What an operator of the pool can do without a token. */
export type UserPoolAdmin = ReturnType<typeof createAdmin>;

/** `shiftClock` sets the pool's clock ahead of the machine's, in ms. Changes are durable when the promise settles. */
export const createAdmin = (
  pool: Pool,
  settings: CurrentSettings,
  shiftClock: (offsetMs: number) => void,
) => ({
  /** Makes a user who can sign in at once. Rejects with a CognitoError as SignUp does. */
  createConfirmedUser: (input: ConfirmedUserInput): Promise<UserSummary> =>
    pool.transact(() => summaryOf(pool, createConfirmedUser(pool, input))),
  /** Disables a user (or enables one again): sign-in, refresh and GetUser are refused. Rejects for an unknown email. */
  setUserEnabled: (email: string, enabled: boolean): Promise<UserSummary> =>
    pool.transact(() => summaryOf(pool, pool.users.update(pool.users.require(email), { enabled }))),
  /**
   * Sets a user's second factors. Rejects for an unknown email, for a text message without a phone, and for a preferred factor
   * that is not among them.
   */
  setMfa: (email: string, input: MfaInput): Promise<UserSummary> =>
    pool.transact(() => {
      const user = pool.users.require(email);
      const mfa = mfaOf(readInput(mfaInputSchema, input), user);
      return summaryOf(pool, pool.users.update(user, { mfa }));
    }),
  /** Makes a user's password temporary: the next sign-in asks for another one. Rejects for an unknown email. */
  requireNewPassword: (email: string): Promise<UserSummary> =>
    pool.transact(() =>
      summaryOf(pool, pool.users.update(pool.users.require(email), { status: 'FORCE_CHANGE_PASSWORD' })),
    ),
  /** Changes a user's email, as an operator or an identity provider does. Rejects for an unknown or a wrong email. */
  setEmail: (email: string, changed: string, isVerified: boolean): Promise<UserSummary> =>
    pool.transact(() => {
      if (!isEmailAddress(changed)) throw invalidParameter('Invalid email address format.');
      return summaryOf(pool, pool.users.setEmail(pool.users.require(email), changed, isVerified));
    }),
  /** Deletes a user, as AdminDeleteUser does. Rejects for an unknown email. */
  deleteUser: (email: string): Promise<void> =>
    pool.transact(() => pool.users.remove(pool.users.require(email))),
  /**
   * Ends a user's password and sends the code to set another one, as AdminResetUserPassword does. Rejects for an unknown
   * email, and for a user who has not verified it.
   */
  resetPassword: (email: string): Promise<UserSummary> =>
    pool.transact(() => {
      const user = pool.users.require(email);
      if (user.status === 'UNCONFIRMED')
        throw notAuthorized('User password cannot be reset in the current state.');
      const reset = pool.users.update(user, { status: 'RESET_REQUIRED' });
      deliverCode(pool, reset, 'reset');
      return summaryOf(pool, reset);
    }),
  /**
   * Ends a device of a user, as AdminForgetDevice does; without a key all of them. Rejects for an unknown email or device.
   */
  forgetDevices: (email: string, deviceKey?: string): Promise<void> =>
    pool.transact(() => {
      const { sub } = pool.users.require(email);
      const { devices } = pool;
      const forgotten =
        deviceKey === undefined
          ? devices.list(sub, Number.MAX_SAFE_INTEGER).devices
          : [devices.get(sub, deviceKey)];
      for (const device of forgotten) devices.forget(device);
    }),
  /**
   * Ends all sessions of a user, as AdminUserGlobalSignOut does: its refresh tokens are no longer good, nor are its access
   * tokens at the pool. Rejects for an unknown email.
   */
  revokeSessions: (email: string): Promise<void> =>
    pool.transact(() => pool.sessions.revokeAllOf(pool.users.require(email).sub)),
  listUsers: (): UserSummary[] => pool.users.all().map((user) => summaryOf(pool, user)),
  /** The messages sent, newest first; those to one address when it is given. */
  mail: (to?: string): MailItem[] => pool.mailbox.list(to),
  settings: (): Settings => settings.get(),
  /** Replaces some settings, until the pool is closed. Throws a ValiError for an unknown or wrong one. */
  updateSettings: (patch: SettingsPatch): Settings => settings.update(patch),
  /** Sets the pool's clock ahead of the machine's, in ms (0 sets it right), until the pool is closed. */
  shiftClock,
  /** The email of the user whom a request to the pool or the store identifies, authorised or not. */
  requestCustomer: (parts: RequestParts): string | undefined => requestCustomer(pool, parts),
  /** Sets the settings and the clock as they were at the start, and empties the mailbox. The users stay. */
  reset: (): Promise<void> =>
    pool.transact(() => {
      settings.reset();
      shiftClock(0);
      pool.mailbox.empty();
    }),
});

const createConfirmedUser = (pool: Pool, input: ConfirmedUserInput): User => {
  const { email, password, firstName, lastName, phone, newPasswordRequired, mfa } = readInput(
    confirmedUserSchema,
    input,
  );
  if (!isEmailAddress(email)) throw invalidParameter('Invalid email address format.');
  assertPasswordConforms(password);
  const given = {
    given_name: firstName,
    family_name: lastName,
    name: [firstName, lastName].filter(Boolean).join(' '),
    phone_number: phone,
  };
  const { attributes } = readAttributes(
    Object.entries(given).flatMap(([Name, Value]) => (Value ? [{ Name, Value }] : [])),
  );
  const factors = mfaOf(mfa, { attributes, mfa: noFactors });
  const user = pool.users.create({ email, attributes, password });
  const status = newPasswordRequired ? 'FORCE_CHANGE_PASSWORD' : 'CONFIRMED';
  return pool.users.update(user, { status, emailVerified: true, mfa: factors });
};

/** The factors that a user is to have. Throws InvalidParameterException where they do not fit. */
const mfaOf = (
  { factors, preferred, secret }: v.InferOutput<typeof mfaInputSchema>,
  user: Pick<User, 'attributes' | 'mfa'>,
): Mfa => {
  const softwareToken = factors.includes('SOFTWARE_TOKEN_MFA') ? softwareTokenOf(user.mfa, secret) : null;
  const mfa: Mfa = { factors, preferred, softwareToken, offeredSecret: null };
  for (const factor of factors) assertHasFactor({ ...user, mfa }, factor);
  if (preferred === null || factors.includes(preferred)) return mfa;
  throw invalidParameter('The preferred factor is not one of the factors');
};

const softwareTokenOf = ({ softwareToken: kept }: Mfa, secret: string | undefined): SoftwareToken => {
  if (kept !== null && (secret === undefined || secret === kept.secret)) return kept;
  return { secret: secret ?? createSecret(), name: 'Authenticator', usedSteps: [] };
};

/** `createdAt` is an ISO 8601 time in UTC; `mfa.code` is what the user's authenticator shows now. */
const summaryOf = (pool: Pool, user: User) => ({
  sub: user.sub,
  email: user.email,
  emailVerified: user.emailVerified,
  firstName: user.attributes.given_name,
  lastName: user.attributes.family_name,
  phone: user.attributes.phone_number,
  status: user.status,
  enabled: user.enabled,
  createdAt: new Date(user.createdAt).toISOString(),
  mfa: mfaSummaryOf(user.mfa, pool.now()),
});

const mfaSummaryOf = ({ factors, preferred, softwareToken }: Mfa, now: number) => ({
  factors,
  preferred,
  ...(softwareToken !== null && {
    secret: softwareToken.secret,
    code: currentCode(softwareToken.secret, now),
  }),
});
