import * as v from 'valibot';
import { isEmailAddress, missingAttributes, readAttributes } from '../attributes.ts';
import { deliverCode, redeemCode } from '../codes.ts';
import { invalidParameter, notAuthorized } from '../errors.ts';
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
      const { email = Username, attributes } = readAttributes(UserAttributes);
      if (email.toLowerCase() !== Username.toLowerCase()) {
        throw invalidParameter('Username and email attribute must be the same.');
      }
      const [missing] = missingAttributes(pool.settings.get().requiredAttributes, attributes);
      if (missing !== undefined) {
        const text = `${missing}: The attribute ${missing} is required`;
        throw invalidParameter(`Attributes did not conform to the schema: ${text}`);
      }
      assertPasswordConforms(Password);
      const user = pool.users.create({ email, attributes, password: Password });
      return { UserConfirmed: false, UserSub: user.sub, ...deliverCode(pool, user, 'sign-up') };
    },
  ),

  ConfirmSignUp: operation(
    v.object({ ClientId: clientId, Username: username, ConfirmationCode: confirmationCode }),
    ({ Username, ConfirmationCode }, pool) => {
      const { status = 'UNCONFIRMED' } = pool.users.find(Username) ?? {};
      if (status !== 'UNCONFIRMED') {
        throw notAuthorized(`User cannot be confirmed. Current status is ${status}`);
      }
      const user = redeemCode(pool, Username, 'sign-up', ConfirmationCode);
      pool.users.update(user, { status: 'CONFIRMED', emailVerified: true });
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
