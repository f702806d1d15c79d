import * as v from 'valibot';
import { changeAttributes, deleteUser, resetPassword, setEnabled } from './accounts.ts';
import { isEmailAddress, readAttributes } from './attributes.ts';
import { invalidParameter } from './errors.ts';
import { assertHasFactor, factorListSchema, factorSchema, type Mfa, noFactors } from './factors.ts';
import { attributeValue, newPassword, readInput, username } from './input.ts';
import type { MailItem } from './mailbox.ts';
import { assertPasswordConforms } from './passwords.ts';
import type { Pool } from './pool.ts';
import { type RequestParts, requestCustomer } from './request-customer.ts';
import type { Settings, SettingsPatch } from './settings.ts';
import { createSecret, currentCode, type SoftwareToken, secretSchema } from './software-tokens.ts';
import type { User } from './users.ts';

/** The second factors that replace a user's current ones. */
export const mfaInputSchema = v.strictObject({
  factors: factorListSchema,
  preferred: v.optional(v.nullable(factorSchema), null),
  /** The authenticator's secret, in base32. Default: the user's current secret, or a new one. */
  secret: v.optional(secretSchema),
  /** Whether a verified passkey is enough to sign in, if the pool's `passkeyFactor` allows it. */
  passkey: v.optional(v.boolean(), false),
});
export interface MfaInput extends Readonly<v.InferInput<typeof mfaInputSchema>> {}

/** A user to create. `phone` is in E.164 format, like +15551234567. */
export const confirmedUserSchema = v.strictObject({
  email: username,
  password: newPassword,
  firstName: v.optional(attributeValue),
  lastName: v.optional(attributeValue),
  phone: v.optional(attributeValue),
  /** Whether the first sign-in asks for a new password. */
  newPasswordRequired: v.optional(v.boolean(), false),
  mfa: v.optional(mfaInputSchema, { factors: [] }),
});
export interface ConfirmedUserInput extends Readonly<v.InferInput<typeof confirmedUserSchema>> {}

export interface ResetOptions {
  /** Whether to delete all users. Default: false. */
  readonly users?: boolean;
}

export interface UserSummary {
  /** The user's id, which Cognito also calls the username. */
  readonly sub: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  /** In E.164 format, like +15551234567. */
  readonly phone: string | undefined;
  readonly status: User['status'];
  readonly enabled: boolean;
  /** In ISO 8601 and UTC. */
  readonly createdAt: string;
  /** The second factors. `secret` and `code` are the authenticator's secret and current code. */
  readonly mfa: Pick<Mfa, 'factors' | 'preferred'> & { readonly secret?: string; readonly code?: string };
}

/** Methods for operators. Those that change a user reject with a CognitoError, such as UserNotFoundException. */
export interface UserPoolAdmin extends ReturnType<typeof createAdmin> {}

export const createAdmin = (pool: Pool) => {
  const changeUser = (email: string, change: (user: User) => User): Promise<UserSummary> =>
    pool.transact(() => summaryOf(pool, change(pool.users.require(email))));

  return {
    /** Creates a confirmed user. Rejects with the same errors as SignUp. */
    createConfirmedUser: (input: ConfirmedUserInput): Promise<UserSummary> =>
      pool.transact(() => summaryOf(pool, createConfirmedUser(pool, input))),
    /** Disables a user and ends their sessions, or enables a user. */
    setUserEnabled: (email: string, enabled: boolean): Promise<UserSummary> =>
      changeUser(email, (user) => setEnabled(pool, user, enabled)),
    /**
     * Replaces a user's second factors. Rejects text messages for a user without a phone, and a preferred
     * factor that isn't one of the factors.
     */
    setMfa: (email: string, input: MfaInput): Promise<UserSummary> =>
      changeUser(email, (user) =>
        pool.users.update(user, { mfa: mfaOf(readInput(mfaInputSchema, input), user) }),
      ),
    /** Makes the password temporary: the next sign-in asks for a new one. */
    requireNewPassword: (email: string): Promise<UserSummary> =>
      changeUser(email, (user) => pool.users.update(user, { status: 'FORCE_CHANGE_PASSWORD' })),
    /** Changes a user's email, like AdminUpdateUserAttributes. */
    setEmail: (email: string, changed: string, isVerified: boolean): Promise<UserSummary> =>
      changeUser(email, (user) => {
        const given = { email: changed, email_verified: String(isVerified) };
        const input = Object.entries(given).map(([Name, Value]) => ({ Name, Value }));
        changeAttributes(pool, user, input, 'admin');
        return pool.users.require(user.sub);
      }),
    /** Deletes a user, like AdminDeleteUser. */
    deleteUser: (email: string): Promise<void> =>
      pool.transact(() => deleteUser(pool, pool.users.require(email))),
    /** Invalidates the password and sends a code to set a new one, also if the password is temporary. */
    resetPassword: (email: string): Promise<UserSummary> =>
      changeUser(email, (user) => {
        resetPassword(pool, user);
        return pool.users.require(email);
      }),
    /** Forgets a device, like AdminForgetDevice, or all of the user's devices if `deviceKey` is absent. */
    forgetDevices: (email: string, deviceKey?: string): Promise<void> =>
      pool.transact(() => {
        const { sub } = pool.users.require(email);
        const { devices } = pool;
        const forgotten = deviceKey === undefined ? devices.allOf(sub) : [devices.get(sub, deviceKey)];
        for (const device of forgotten) devices.forget(device);
      }),
    /** Revokes all of a user's sessions, like AdminUserGlobalSignOut. */
    revokeSessions: (email: string): Promise<void> =>
      pool.transact(() => pool.sessions.revokeAllOf(pool.users.require(email).sub)),
    listUsers: (): UserSummary[] => pool.users.all().map((user) => summaryOf(pool, user)),
    /** Lists sent messages, newest first. `to` is an email address, even of text messages. */
    mail: (to?: string): MailItem[] => pool.mailbox.list(to),
    settings: (): Settings => pool.settings.get(),
    /** Changes settings. Throws a ValiError if the patch is invalid. */
    updateSettings: (patch: SettingsPatch): Settings => pool.settings.update(patch),
    /** Sets how far the pool's clock is ahead of the machine's, in ms. */
    shiftClock: pool.shiftClock,
    /** Returns the email of a request's user, even for a request to another service (see {@link requestCustomer}). */
    requestCustomer: (parts: RequestParts) => requestCustomer(pool, parts),
    /** Restores the initial settings and the clock, and empties the mailbox. With `users`, also deletes all users. */
    reset: ({ users = false }: ResetOptions = {}): Promise<void> =>
      pool.transact(() => {
        if (users) for (const user of pool.users.all()) deleteUser(pool, user);
        pool.settings.reset();
        pool.shiftClock(0);
        pool.mailbox.empty();
      }),
  };
};

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
    'admin',
  );
  const factors = mfaOf(mfa, { attributes, mfa: noFactors });
  const user = pool.users.create({ email, attributes, password });
  const status = newPasswordRequired ? 'FORCE_CHANGE_PASSWORD' : 'CONFIRMED';
  return pool.users.update(user, { status, emailVerified: true, mfa: factors });
};

const mfaOf = (
  { factors, preferred, secret, passkey }: v.InferOutput<typeof mfaInputSchema>,
  user: Pick<User, 'attributes' | 'mfa'>,
): Mfa => {
  const softwareToken = factors.includes('SOFTWARE_TOKEN_MFA') ? softwareTokenOf(user.mfa, secret) : null;
  const mfa: Mfa = { factors, preferred, softwareToken, offeredSecret: null, passkey };
  for (const factor of factors) assertHasFactor({ ...user, mfa }, factor);
  if (preferred === null || factors.includes(preferred)) return mfa;
  throw invalidParameter('The preferred factor is not one of the factors');
};

const softwareTokenOf = ({ softwareToken: kept }: Mfa, secret: string | undefined): SoftwareToken => {
  if (kept !== null && (secret === undefined || secret === kept.secret)) return kept;
  return { secret: secret ?? createSecret(), name: 'Authenticator', usedSteps: [] };
};

const summaryOf = (pool: Pool, user: User): UserSummary => {
  const { factors, preferred, softwareToken } = user.mfa;
  const secret = softwareToken?.secret;
  return {
    sub: user.sub,
    email: user.email,
    emailVerified: user.emailVerified,
    firstName: user.attributes.given_name,
    lastName: user.attributes.family_name,
    phone: user.attributes.phone_number,
    status: user.status,
    enabled: user.enabled,
    createdAt: new Date(user.createdAt).toISOString(),
    mfa: {
      factors,
      preferred,
      ...(secret !== undefined && { secret, code: currentCode(secret, pool.now()) }),
    },
  };
};
