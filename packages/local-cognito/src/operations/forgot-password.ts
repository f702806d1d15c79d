import * as v from 'valibot';
import { assertCode, codeUsed, deliverCode } from '../codes.ts';
import { cannotBeReset, invalidParameter, userDisabled } from '../errors.ts';
import { clientId, confirmationCode, newPassword, username } from '../input.ts';
import { assertPasswordConforms, replacePassword } from '../passwords.ts';
import { operation } from './operation.ts';

export const forgotPasswordOperations = {
  ForgotPassword: operation(v.object({ ClientId: clientId, Username: username }), ({ Username }, pool) => {
    const user = pool.users.require(Username);
    if (!user.enabled) throw userDisabled();
    if (user.status === 'FORCE_CHANGE_PASSWORD') throw cannotBeReset();
    if (user.emailVerified) return deliverCode(pool, user, 'reset');
    throw invalidParameter(
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    );
  }),

  /** Sets a new password. A password that violates the policy doesn't use up the code. */
  ConfirmForgotPassword: operation(
    v.object({
      ClientId: clientId,
      Username: username,
      ConfirmationCode: confirmationCode,
      Password: newPassword,
    }),
    ({ Username, ConfirmationCode, Password }, pool) => {
      assertPasswordConforms(Password);
      const user = pool.users.require(Username);
      assertCode(pool, user, 'reset', ConfirmationCode);
      const changed = replacePassword(pool, user, Password);
      pool.users.update(changed, { ...codeUsed(user, 'reset'), status: 'CONFIRMED' });
      return {};
    },
  ),
};
