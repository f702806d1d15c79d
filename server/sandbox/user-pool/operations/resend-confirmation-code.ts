import * as v from 'valibot';
import { assertClient } from '../authorization.ts';
import { deliverCode, simulateDelivery } from '../code-delivery.ts';
import { clientId, username } from '../constraints.ts';
import { invalidParameter, userNotFound } from '../errors.ts';
import { operation } from './operation.ts';

const input = v.object({ ClientId: clientId, Username: username });

/** ResendConfirmationCode: a new sign-up code; the old one ends. */
export const resendConfirmationCode = operation(input, ({ ClientId, Username }, pool) => {
  assertClient(pool, ClientId);
  const { codeRequestsPerHour, preventUserExistenceErrors } = pool.settings();
  const user = pool.users.find(Username);
  if (user === undefined && !preventUserExistenceErrors) throw userNotFound();
  if (user?.status === 'CONFIRMED') throw invalidParameter('User is already confirmed.');

  const userId = user?.sub ?? pool.simulatedUser(Username).userId;
  pool.attempts.assertBelow(codeRequestsPerHour, 'sign-up request', userId);
  pool.attempts.record('sign-up request', userId);
  return user === undefined ? simulateDelivery(Username) : deliverCode(pool, user, 'sign-up');
});
