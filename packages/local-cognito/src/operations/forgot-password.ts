import * as v from 'valibot';
import { clientId, confirmationCode, newPassword, username } from '../constraints.ts';
import { invalidParameter, notAuthorized, userDisabled } from '../errors.ts';
import { assertPasswordConforms } from '../password-policy.ts';
import type { User } from '../users.ts';
import { deliverCode, redeemCode } from '../verification-codes.ts';
import { clientOperation } from './operation.ts';

const assertCanBeReached = (user: User): void => {
  if (!user.enabled) throw userDisabled();
  if (user.status === 'FORCE_CHANGE_PASSWORD') {
    throw notAuthorized('User password cannot be reset in the current state.');
  }
  if (user.emailVerified) return;
  throw invalidParameter(
    'Cannot reset password for the user as there is no registered/verified email or phone_number',
  );
};

/** ForgotPassword: sends the code that allows to set another password. */
export const forgotPassword = clientOperation(
  v.object({ ClientId: clientId, Username: username }),
  ({ Username }, pool) => {
    const user = pool.users.require(Username);
    assertCanBeReached(user);
    return deliverCode(pool, user, 'reset');
  },
);

/** ConfirmForgotPassword: sets another password. A password that breaks the policy does not use the code up. */
export const confirmForgotPassword = clientOperation(
  v.object({
    ClientId: clientId,
    Username: username,
    ConfirmationCode: confirmationCode,
    Password: newPassword,
  }),
  ({ Username, ConfirmationCode, Password }, pool) => {
    assertPasswordConforms(Password);
    const user = redeemCode(pool, Username, 'reset', ConfirmationCode);
    pool.users.setPassword(pool.users.update(user, { status: 'CONFIRMED' }), Password);
    return {};
  },
);
