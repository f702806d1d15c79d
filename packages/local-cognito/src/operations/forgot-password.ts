import * as v from 'valibot';
import { clientId, confirmationCode, newPassword, username } from '../constraints.ts';
import { invalidParameter, notAuthorized, userDisabled, userNotFound } from '../errors.ts';
import { assertPasswordConforms } from '../password-policy.ts';
import type { User } from '../users.ts';
import { countCodeRequest, deliverCode, redeemCode, simulateDelivery } from '../verification-codes.ts';
import { clientOperation } from './operation.ts';

const assertCanBeReached = (user: User | undefined): void => {
  if (user === undefined) throw userNotFound();
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
    const user = pool.users.find(Username);
    if (!pool.settings().preventUserExistenceErrors) assertCanBeReached(user);
    countCodeRequest(pool, Username, user, 'reset');
    return user?.enabled && user.emailVerified && user.status !== 'FORCE_CHANGE_PASSWORD'
      ? deliverCode(pool, user, 'reset')
      : simulateDelivery(user?.email ?? Username);
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
    pool.lockouts.clear(user.sub);
    return {};
  },
);
