import * as v from 'valibot';
import { assertClient } from '../authorization.ts';
import { deliverCode, simulateDelivery } from '../code-delivery.ts';
import { clientId, username } from '../constraints.ts';
import { invalidParameter, userDisabled, userNotFound } from '../errors.ts';
import type { User } from '../users.ts';
import { operation } from './operation.ts';

const input = v.object({ ClientId: clientId, Username: username });

/** ForgotPassword: sends the code that allows to set another password. */
export const forgotPassword = operation(input, ({ ClientId, Username }, pool) => {
  assertClient(pool, ClientId);
  const { codeRequestsPerHour, preventUserExistenceErrors } = pool.settings();
  const user = pool.users.find(Username);
  if (!preventUserExistenceErrors) assertCanBeReached(user);

  const userId = user?.sub ?? pool.simulatedUser(Username).userId;
  pool.attempts.assertBelow(codeRequestsPerHour, 'reset request', userId);
  pool.attempts.record('reset request', userId);
  return user?.enabled && user.emailVerified
    ? deliverCode(pool, user, 'reset')
    : simulateDelivery(user?.email ?? Username);
});

function assertCanBeReached(user: User | undefined): void {
  if (user === undefined) throw userNotFound();
  if (!user.enabled) throw userDisabled();
  if (user.emailVerified) return;
  throw invalidParameter(
    'Cannot reset password for the user as there is no registered/verified email or phone_number',
  );
}
