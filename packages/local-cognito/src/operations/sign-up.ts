import * as v from 'valibot';
import { assertUnconfirmed } from '../accounts.ts';
import { assertRequired, isEmailAddress, readAttributes } from '../attributes.ts';
import { assertCode, codeUsed, deliverCode } from '../codes.ts';
import { invalidParameter } from '../errors.ts';
import { attributes, clientId, confirmationCode, newPassword, username } from '../input.ts';
import { assertPasswordConforms } from '../passwords.ts';
import { operation } from './operation.ts';

export const signUpOperations = {
  SignUp: operation(
    v.object({
      ClientId: clientId,
      Username: username,
      Password: newPassword,
      UserAttributes: v.nullish(attributes, []),
    }),
    ({ Username, Password, UserAttributes }, pool) => {
      if (!isEmailAddress(Username)) throw invalidParameter('Username should be an email.');
      const { requiredAttributes, writableAttributes } = pool.settings.get();
      const { email = Username, attributes } = readAttributes(UserAttributes, writableAttributes);
      if (email.toLowerCase() !== Username.toLowerCase()) {
        throw invalidParameter('Username and email attribute must be the same.');
      }
      assertRequired(requiredAttributes, attributes);
      assertPasswordConforms(Password);
      const user = pool.users.create({ email, attributes, password: Password });
      return { UserConfirmed: false, UserSub: user.sub, ...deliverCode(pool, user, 'sign-up') };
    },
  ),

  ConfirmSignUp: operation(
    v.object({ ClientId: clientId, Username: username, ConfirmationCode: confirmationCode }),
    ({ Username, ConfirmationCode }, pool) => {
      const user = pool.users.require(Username);
      assertUnconfirmed(user);
      assertCode(pool, user, 'sign-up', ConfirmationCode);
      const used = codeUsed(user, 'sign-up');
      pool.users.update(user, { ...used, status: 'CONFIRMED', emailVerified: true });
      return {};
    },
  ),

  ResendConfirmationCode: operation(
    v.object({ ClientId: clientId, Username: username }),
    ({ Username }, pool) => {
      const user = pool.users.require(Username);
      if (user.status !== 'UNCONFIRMED') throw invalidParameter('User is already confirmed.');
      return deliverCode(pool, user, 'sign-up');
    },
  ),
};
