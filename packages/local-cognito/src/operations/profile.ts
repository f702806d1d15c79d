import * as v from 'valibot';
import { changeAttributes, deleteUser } from '../accounts.ts';
import { assertCode, codeUsed, deliverCode } from '../codes.ts';
import { incorrectUsernameOrPassword, invalidParameter } from '../errors.ts';
import { attributes, confirmationCode, newPassword, oneOf, token } from '../input.ts';
import { replacePassword } from '../passwords.ts';
import { isPasswordOf } from '../srp.ts';
import { userOperation } from './operation.ts';

const authorization = { AccessToken: token };
/** The attributes that a code can verify. */
const verifiable = ['email', 'phone_number'] as const;
const AttributeName = v.pipe(oneOf(...verifiable), v.picklist(verifiable));

/** What users do with their own account while they are signed in. */
export const profileOperations = {
  /** Changes the password. Other sessions stay signed in. */
  ChangePassword: userOperation(
    v.object({ ...authorization, PreviousPassword: newPassword, ProposedPassword: newPassword }),
    ({ user, PreviousPassword, ProposedPassword }, pool) => {
      const isCorrect = isPasswordOf(pool.poolName, user.sub, user, PreviousPassword);
      if (!isCorrect) throw incorrectUsernameOrPassword();
      replacePassword(pool, user, ProposedPassword);
      return {};
    },
  ),

  UpdateUserAttributes: userOperation(
    v.object({ ...authorization, UserAttributes: attributes }),
    ({ user, UserAttributes }, pool) => {
      const { writableAttributes } = pool.settings.get();
      return { CodeDeliveryDetailsList: changeAttributes(pool, user, UserAttributes, writableAttributes) };
    },
  ),

  GetUserAttributeVerificationCode: userOperation(
    v.object({ ...authorization, AttributeName }),
    ({ user, AttributeName }, pool) => {
      if (AttributeName === 'phone_number' && user.attributes.phone_number === undefined) {
        throw invalidParameter('User has no attribute specified: phone_number');
      }
      return deliverCode(pool, user, AttributeName);
    },
  ),

  VerifyUserAttribute: userOperation(
    v.object({ ...authorization, AttributeName, Code: confirmationCode }),
    ({ user, AttributeName, Code }, pool) => {
      assertCode(pool, user, AttributeName, Code);
      const verified = AttributeName === 'email' ? { emailVerified: true } : { phoneVerified: true };
      pool.users.update(user, { ...codeUsed(user, AttributeName), ...verified });
      return {};
    },
  ),

  DeleteUser: userOperation(v.object(authorization), ({ user }, pool) => {
    deleteUser(pool, user);
    return {};
  }),
};
