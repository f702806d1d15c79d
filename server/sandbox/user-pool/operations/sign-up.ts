import * as v from 'valibot';
import { isEmailAddress, readAttributes } from '../attributes.ts';
import { assertClient } from '../authorization.ts';
import { deliverCode } from '../code-delivery.ts';
import { attributes, clientId, newPassword, username } from '../constraints.ts';
import { invalidParameter } from '../errors.ts';
import { assertPasswordConforms } from '../password-policy.ts';
import { operation } from './operation.ts';

const input = v.object({
  ClientId: clientId,
  Username: username,
  Password: newPassword,
  UserAttributes: v.nullish(attributes, []),
});

/** SignUp: makes an unconfirmed user and sends the code that confirms it. */
export const signUp = operation(input, ({ ClientId, Username, Password, UserAttributes }, pool) => {
  assertClient(pool, ClientId);
  if (!isEmailAddress(Username)) throw invalidParameter('Username should be an email.');
  const { email = Username, attributes } = readAttributes(UserAttributes);
  if (email.toLowerCase() !== Username.toLowerCase()) {
    throw invalidParameter('Username and email attribute must be the same.');
  }
  assertPasswordConforms(Password);
  const user = pool.users.create({ email, attributes, password: Password });
  return { UserConfirmed: false, UserSub: user.sub, ...deliverCode(pool, user, 'sign-up') };
});
