import * as v from 'valibot';
import { assertClient } from '../authorization.ts';
import { redeemCode } from '../code-attempts.ts';
import { clientId, confirmationCode, newPassword, username } from '../constraints.ts';
import { assertPasswordConforms } from '../password-policy.ts';
import { operation } from './operation.ts';

const input = v.object({
  ClientId: clientId,
  Username: username,
  ConfirmationCode: confirmationCode,
  Password: newPassword,
});

/** ConfirmForgotPassword: sets another password. A password that breaks the policy does not use the code up. */
export const confirmForgotPassword = operation(
  input,
  ({ ClientId, Username, ConfirmationCode, Password }, pool) => {
    assertClient(pool, ClientId);
    assertPasswordConforms(Password);
    const user = redeemCode(pool, Username, 'reset', ConfirmationCode);
    pool.users.setPassword(user, Password);
    pool.lockouts.clear(user.sub);
    return {};
  },
);
