import {
  type AttributeInput,
  assertRemovable,
  assertRequired,
  readAttributes,
  type Writer,
} from './attributes.ts';
import { deliverCode } from './codes.ts';
import { cannotBeReset, notAuthorized } from './errors.ts';
import { withFactor } from './factors.ts';
import type { Pool } from './pool.ts';
import type { User } from './users.ts';

/** Deletes a user with their passkeys and devices. Their sessions then fail with UserNotFoundException. */
export const deleteUser = (pool: Pool, user: User): void => {
  pool.users.remove(user);
  pool.passkeys.removeAllOf(user.sub);
  for (const device of pool.devices.allOf(user.sub)) pool.devices.forget(device);
};

/** Disables a user and ends their sessions, or enables a user. */
export const setEnabled = (pool: Pool, user: User, enabled: boolean): User => {
  if (!enabled) pool.sessions.revokeAllOf(user.sub);
  return pool.users.update(user, { enabled });
};

/** Invalidates a user's password and sends a code to set a new one. */
export const resetPassword = (pool: Pool, user: User): void => {
  if (user.status === 'UNCONFIRMED') throw cannotBeReset();
  deliverCode(pool, pool.users.update(user, { status: 'RESET_REQUIRED' }), 'reset');
};

/** Throws NotAuthorizedException if a user's sign-up is already confirmed. */
export const assertUnconfirmed = ({ status }: User): void => {
  if (status === 'UNCONFIRMED') return;
  throw notAuthorized(`User cannot be confirmed. Current status is ${status}`);
};

/**
 * Changes attributes; a blank value removes one. Sends a code to a new email that isn't verified. Returns the code's
 * delivery, if any. Throws AliasExistsException if the email is taken, or what {@link readAttributes} throws.
 */
export const changeAttributes = (
  pool: Pool,
  user: User,
  input: readonly AttributeInput[],
  writer: Writer,
): object[] => {
  const given = readAttributes(
    input.filter(({ Value }) => Value),
    writer,
  );
  const removed = input.filter(({ Value }) => !Value).map(({ Name }) => Name);
  for (const name of removed) assertRemovable(name, writer);
  const kept = Object.entries(user.attributes).filter(([name]) => !removed.includes(name));
  const attributes = { ...Object.fromEntries(kept), ...given.attributes };
  assertRequired(pool.settings.get().requiredAttributes, attributes);
  const { email = user.email } = given;

  const isNewEmail = email !== user.email;
  const isNewPhone = attributes['phone_number'] !== user.attributes.phone_number;
  const emailVerified = given.emailVerified ?? (user.emailVerified && !isNewEmail);
  const changed = pool.users.update(pool.users.setEmail(user, email, emailVerified), {
    attributes,
    phoneVerified: given.phoneVerified ?? (user.phoneVerified && !isNewPhone),
    codes: {
      ...user.codes,
      ...(isNewEmail && { email: undefined }),
      ...(isNewPhone && { phone_number: undefined }),
    },
    mfa: attributes['phone_number'] === undefined ? withFactor(user.mfa, 'SMS_MFA', false) : user.mfa,
  });
  if (!isNewEmail || emailVerified) return [];
  return [deliverCode(pool, changed, 'email').CodeDeliveryDetails];
};
