import * as v from 'valibot';
import { authorizedSession } from '../authorization.ts';
import { deviceKey, deviceName, srpSalt, srpVerifier, token } from '../constraints.ts';
import { CognitoError } from '../errors.ts';
import { assertDeviceTracking } from './devices.ts';
import { operation } from './operation.ts';

const input = v.object({
  AccessToken: token,
  DeviceKey: deviceKey,
  DeviceName: v.nullish(deviceName, null),
  /** In base64, as the client made them of a secret that it keeps. */
  DeviceSecretVerifierConfig: v.object({ PasswordVerifier: srpVerifier, Salt: srpSalt }),
});

/** ConfirmDevice: the device that a sign-in offered is tracked from now on. The user is not asked. */
export const confirmDevice = operation(
  input,
  async ({ AccessToken, DeviceKey, DeviceName, DeviceSecretVerifierConfig }, pool) => {
    const { user, session } = await authorizedSession(pool, AccessToken);
    assertDeviceTracking(pool);
    if (session.deviceKey !== DeviceKey) {
      throw new CognitoError('ResourceNotFoundException', 'Device does not exist.');
    }
    pool.devices.confirm({
      key: DeviceKey,
      sub: user.sub,
      name: DeviceName,
      salt: hexOf(DeviceSecretVerifierConfig.Salt),
      verifier: hexOf(DeviceSecretVerifierConfig.PasswordVerifier),
    });
    return { UserConfirmationNecessary: false };
  },
);

const hexOf = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');
