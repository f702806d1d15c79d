import * as v from 'valibot';
import { isEmailAddress, readAttributes } from './attributes.ts';
import { attributeValue, newPassword, readInput, username } from './constraints.ts';
import { invalidParameter, userNotFound } from './errors.ts';
import type { MailItem } from './mailbox.ts';
import { assertPasswordConforms } from './password-policy.ts';
import type { Pool } from './pool.ts';
import { type RequestParts, requestCustomer } from './request-customer.ts';
import type { CurrentSettings, Settings, SettingsPatch } from './settings.ts';
import type { User } from './users.ts';

/** `phone` is E.164, like +15551234567. */
const confirmedUserSchema = v.object({
  email: username,
  password: newPassword,
  firstName: v.optional(attributeValue),
  lastName: v.optional(attributeValue),
  phone: v.optional(attributeValue),
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
    pool.transact(() => summaryOf(createConfirmedUser(pool, input))),
  /** Disables a user (or enables one again): sign-in, refresh and GetUser are refused. Rejects for an unknown email. */
  setUserEnabled: (email: string, enabled: boolean): Promise<UserSummary> =>
    pool.transact(() => summaryOf(pool.users.update(requireUser(pool, email), { enabled }))),
  /**
   * Ends all sessions of a user, as AdminUserGlobalSignOut does: its refresh tokens are no longer good, nor are its access
   * tokens at the pool. Rejects for an unknown email.
   */
  revokeSessions: (email: string): Promise<void> =>
    pool.transact(() => pool.sessions.revokeAllOf(requireUser(pool, email).sub)),
  listUsers: (): UserSummary[] => pool.users.all().map(summaryOf),
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

const requireUser = (pool: Pool, email: string): User => {
  const user = pool.users.find(email);
  if (user === undefined) throw userNotFound();
  return user;
};

const createConfirmedUser = (pool: Pool, input: ConfirmedUserInput): User => {
  const { email, password, firstName, lastName, phone } = readInput(confirmedUserSchema, input);
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
  const user = pool.users.create({ email, attributes, password });
  return pool.users.update(user, { status: 'CONFIRMED', emailVerified: true });
};

/** `createdAt` is an ISO 8601 time in UTC. */
const summaryOf = (user: User) => ({
  sub: user.sub,
  email: user.email,
  firstName: user.attributes.given_name,
  lastName: user.attributes.family_name,
  phone: user.attributes.phone_number,
  status: user.status,
  enabled: user.enabled,
  createdAt: new Date(user.createdAt).toISOString(),
});
