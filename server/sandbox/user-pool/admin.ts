import * as v from 'valibot';
import { isEmailAddress, readAttributes } from './attributes.ts';
import type { ShiftableClock } from './clock.ts';
import { attributeValue, newPassword, readInput, username } from './constraints.ts';
import { invalidParameter, userNotFound } from './errors.ts';
import type { MailItem } from './mailbox.ts';
import { assertPasswordConforms } from './password-policy.ts';
import type { Pool } from './pool.ts';
import { type RequestParts, requestCustomer } from './request-customer.ts';
import type { CurrentSettings, Settings, SettingsPatch } from './settings.ts';
import type { User } from './users.ts';

export interface ConfirmedUserInput {
  readonly email: string;
  readonly password: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  /** E.164, like +15551234567. */
  readonly phone?: string | undefined;
}

/** A user as an operator sees it. `createdAt` is an ISO 8601 time in UTC. */
export interface UserSummary {
  readonly sub: string;
  readonly email: string;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly phone: string | undefined;
  readonly status: User['status'];
  readonly enabled: boolean;
  readonly createdAt: string;
}

/** What whoever runs the pool can do without a token. What it changes is durable when the promise settles. */
export interface UserPoolAdmin {
  /** Makes a user who can sign in at once. Rejects with a CognitoError as SignUp does. */
  createConfirmedUser(input: ConfirmedUserInput): Promise<UserSummary>;
  /** Disables a user (or enables one again): sign-in, refresh and GetUser are refused. Rejects for an unknown email. */
  setUserEnabled(email: string, enabled: boolean): Promise<UserSummary>;
  /**
   * Ends all sessions of a user, as AdminUserGlobalSignOut does: its refresh tokens are no longer good, nor are its access
   * tokens at the pool. Rejects for an unknown email.
   */
  revokeSessions(email: string): Promise<void>;
  listUsers(): UserSummary[];
  /** The messages sent, newest first; those to one address when it is given. */
  mail(to?: string): MailItem[];
  settings(): Settings;
  /** Replaces some settings, until the pool is closed. Throws a ValiError for an unknown or wrong one. */
  updateSettings(patch: SettingsPatch): Settings;
  /** Sets the pool's clock ahead of the machine's, in ms (0 sets it right), until the pool is closed. */
  shiftClock(offsetMs: number): void;
  /** The email of whom a request to the pool or the store speaks for, whether or not it would be let in. */
  requestCustomer(clues: RequestParts): string | undefined;
  /** Sets the settings and the clock as they were at the start, and empties the mailbox. The users stay. */
  reset(): Promise<void>;
}

export function createAdmin(pool: Pool, settings: CurrentSettings, clock: ShiftableClock): UserPoolAdmin {
  return {
    createConfirmedUser: (input) => pool.transact(() => summaryOf(createConfirmedUser(pool, input))),
    setUserEnabled: (email, enabled) =>
      pool.transact(() => summaryOf(pool.users.update(knownUser(pool, email), { enabled }))),
    revokeSessions: (email) => pool.transact(() => pool.sessions.revokeAllOf(knownUser(pool, email).sub)),
    listUsers: () => pool.users.all().map(summaryOf),
    mail: (to) => pool.mailbox.list(to),
    settings: () => settings.get(),
    updateSettings: (patch) => settings.update(patch),
    shiftClock: (offsetMs) => clock.shift(offsetMs),
    requestCustomer: (clues) => requestCustomer(pool, clues),
    reset: () =>
      pool.transact(() => {
        settings.reset();
        clock.shift(0);
        pool.mailbox.empty();
      }),
  };
}

function knownUser(pool: Pool, email: string): User {
  const user = pool.users.find(email);
  if (user === undefined) throw userNotFound();
  return user;
}

const confirmedUserSchema = v.object({
  email: username,
  password: newPassword,
  firstName: v.optional(attributeValue),
  lastName: v.optional(attributeValue),
  phone: v.optional(attributeValue),
});

function createConfirmedUser(pool: Pool, input: ConfirmedUserInput): User {
  const { email, password, firstName, lastName, phone } = readInput(confirmedUserSchema, input);
  if (!isEmailAddress(email)) throw invalidParameter('Invalid email address format.');
  assertPasswordConforms(password);
  const name = [firstName, lastName].filter(Boolean).join(' ');
  const { attributes } = readAttributes([
    ...(firstName ? [{ Name: 'given_name', Value: firstName }] : []),
    ...(lastName ? [{ Name: 'family_name', Value: lastName }] : []),
    ...(name ? [{ Name: 'name', Value: name }] : []),
    ...(phone ? [{ Name: 'phone_number', Value: phone }] : []),
  ]);
  const user = pool.users.create({ email, attributes, password });
  return pool.users.update(user, { status: 'CONFIRMED', emailVerified: true });
}

function summaryOf(user: User): UserSummary {
  return {
    sub: user.sub,
    email: user.email,
    firstName: user.attributes.given_name,
    lastName: user.attributes.family_name,
    phone: user.attributes.phone_number,
    status: user.status,
    enabled: user.enabled,
    createdAt: new Date(user.createdAt).toISOString(),
  };
}
