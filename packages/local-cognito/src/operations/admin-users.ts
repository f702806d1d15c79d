import * as v from 'valibot';
import { assertUnconfirmed, changeAttributes, deleteUser, resetPassword, setEnabled } from '../accounts.ts';
import { assertSameEmail, isEmailAddress, readAttributes } from '../attributes.ts';
import { deliverInvitation } from '../codes.ts';
import { CognitoError, cannotBeReset, invalidParameter, noVerifiedContact } from '../errors.ts';
import { attributes, newPassword, oneOf, username } from '../input.ts';
import { assertPasswordConforms, createPassword, replacePassword } from '../passwords.ts';
import type { Pool } from '../pool.ts';
import type { User } from '../users.ts';
import { adminOperation, operation } from './operation.ts';
import { adminDescription, listDescription } from './user-descriptions.ts';

const named = { UserPoolId: v.string(), Username: username };

const createUserInput = v.object({
  ...named,
  UserAttributes: v.nullish(attributes, []),
  TemporaryPassword: v.nullish(newPassword),
  MessageAction: v.nullish(oneOf('RESEND', 'SUPPRESS')),
  DesiredDeliveryMediums: v.nullish(v.array(oneOf('SMS', 'EMAIL')), ['SMS']),
});
type CreateUserInput = v.InferOutput<typeof createUserInput>;

const createUser = (pool: Pool, { Username, UserAttributes }: CreateUserInput, password: string): User => {
  if (!isEmailAddress(Username)) throw invalidParameter('Username should be an email.');
  const {
    email = Username,
    emailVerified = false,
    phoneVerified = false,
    attributes,
  } = readAttributes(UserAttributes, 'admin');
  assertSameEmail(Username, email);
  assertPasswordConforms(password);
  const user = pool.users.create({ email, attributes, password });
  return pool.users.update(user, { status: 'FORCE_CHANGE_PASSWORD', emailVerified, phoneVerified });
};

/** Replaces the temporary password of a user who hasn't signed in yet. */
const inviteAgain = (pool: Pool, { Username }: CreateUserInput, password: string): User => {
  const user = pool.users.require(Username);
  if (user.status === 'FORCE_CHANGE_PASSWORD') return replacePassword(pool, user, password);
  const text = `Resend not possible. ${user.sub} status is not FORCE_CHANGE_PASSWORD`;
  throw new CognitoError('UnsupportedUserStateException', text);
};

/** What administrators do with users. These operations need a signed request. */
export const adminUserOperations = {
  AdminCreateUser: operation(createUserInput, (input, pool) => {
    const { MessageAction, DesiredDeliveryMediums } = input;
    const password = input.TemporaryPassword ?? createPassword();
    const user = (MessageAction === 'RESEND' ? inviteAgain : createUser)(pool, input, password);
    const hasPhone = user.attributes.phone_number !== undefined;
    const medium = hasPhone && DesiredDeliveryMediums.includes('SMS') ? 'SMS' : 'EMAIL';
    if (MessageAction !== 'SUPPRESS') deliverInvitation(pool, user, medium, password);
    return { User: listDescription(user) };
  }),

  AdminGetUser: adminOperation(v.object(named), ({ user }) => adminDescription(user)),

  AdminSetUserPassword: adminOperation(
    v.object({ ...named, Password: newPassword, Permanent: v.nullish(v.boolean(), false) }),
    ({ user, Password, Permanent }, pool) => {
      const status = Permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD';
      pool.users.update(replacePassword(pool, user, Password), { status });
      return {};
    },
  ),

  /** Confirms a sign-up without its code. The email stays unverified. */
  AdminConfirmSignUp: adminOperation(v.object(named), ({ user }, pool) => {
    assertUnconfirmed(user);
    pool.users.update(user, { status: 'CONFIRMED' });
    return {};
  }),

  AdminUpdateUserAttributes: adminOperation(
    v.object({ ...named, UserAttributes: attributes }),
    ({ user, UserAttributes }, pool) => {
      changeAttributes(pool, user, UserAttributes, 'admin');
      return {};
    },
  ),

  AdminDisableUser: adminOperation(v.object(named), ({ user }, pool) => {
    setEnabled(pool, user, false);
    return {};
  }),

  AdminEnableUser: adminOperation(v.object(named), ({ user }, pool) => {
    setEnabled(pool, user, true);
    return {};
  }),

  AdminResetUserPassword: adminOperation(v.object(named), ({ user }, pool) => {
    if (user.status === 'FORCE_CHANGE_PASSWORD') throw cannotBeReset();
    if (!user.emailVerified) throw noVerifiedContact();
    resetPassword(pool, user);
    return {};
  }),

  AdminUserGlobalSignOut: adminOperation(v.object(named), ({ user }, pool) => {
    pool.sessions.revokeAllOf(user.sub);
    return {};
  }),

  AdminDeleteUser: adminOperation(v.object(named), ({ user }, pool) => {
    deleteUser(pool, user);
    return {};
  }),
};
