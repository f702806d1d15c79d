import * as v from 'valibot';
import { authorizedUser } from '../authorization.ts';
import { integer, token } from '../constraints.ts';
import { CognitoError, invalidParameter } from '../errors.ts';
import type { Pool } from '../pool.ts';
import { operation } from './operation.ts';

const listInput = v.object({ AccessToken: token, Limit: v.nullish(integer(0, 60)) });
const forgetInput = v.object({ AccessToken: token, DeviceKey: v.string() });

/** ListDevices: the devices of a user. None is ever remembered: sign-in hands out no device keys. */
export const listDevices = operation(listInput, async ({ AccessToken }, pool) => {
  await authorizedUser(pool, AccessToken);
  assertDeviceTracking(pool);
  return { Devices: [] };
});

/** ForgetDevice: always of a device that is not there. */
export const forgetDevice = operation(forgetInput, async ({ AccessToken }, pool) => {
  await authorizedUser(pool, AccessToken);
  assertDeviceTracking(pool);
  throw new CognitoError('ResourceNotFoundException', 'Device does not exist.');
});

function assertDeviceTracking(pool: Pool): void {
  if (pool.settings().deviceTracking) return;
  throw invalidParameter('Device tracking has not been configured in this User Pool');
}
