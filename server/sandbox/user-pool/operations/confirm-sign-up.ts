import * as v from 'valibot';
import { assertClient } from '../authorization.ts';
import { redeemCode } from '../code-attempts.ts';
import { clientId, confirmationCode, username } from '../constraints.ts';
import { notAuthorized } from '../errors.ts';
import { operation } from './operation.ts';

const input = v.object({ ClientId: clientId, Username: username, ConfirmationCode: confirmationCode });

/** ConfirmSignUp: the code shows that the email address is the user's. */
export const confirmSignUp = operation(input, ({ ClientId, Username, ConfirmationCode }, pool) => {
  assertClient(pool, ClientId);
  if (pool.users.find(Username)?.status === 'CONFIRMED') {
    throw notAuthorized('User cannot be confirmed. Current status is CONFIRMED');
  }
  const user = redeemCode(pool, Username, 'sign-up', ConfirmationCode);
  pool.users.update(user, { status: 'CONFIRMED', emailVerified: true });
  return {};
});
