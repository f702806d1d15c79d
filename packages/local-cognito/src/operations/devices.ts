import * as v from 'valibot';
import { authorizedSession, authorizedUser } from '../authorization.ts';
import { deviceKey, deviceName, integer, oneOf, srpSalt, srpVerifier, token } from '../constraints.ts';
import type { Device } from '../devices.ts';
import { CognitoError, invalidParameter } from '../errors.ts';
import type { Pool } from '../pool.ts';
import { operation } from './operation.ts';

const pageSize = 60;

const oneDevice = v.object({ AccessToken: token, DeviceKey: deviceKey });

/** Throws InvalidParameterException where the pool tracks no devices. */
const assertDeviceTracking = (pool: Pool): void => {
  if (pool.settings().deviceTracking) return;
  throw invalidParameter('Device tracking has not been configured in this User Pool');
};

/** ConfirmDevice: the device that a sign-in offered is tracked from now on. The user is not asked. */
export const confirmDevice = operation(
  v.object({
    ...oneDevice.entries,
    DeviceName: v.nullish(deviceName, null),
    /** In base64, as the client made them of a secret that it keeps. */
    DeviceSecretVerifierConfig: v.object({ PasswordVerifier: srpVerifier, Salt: srpSalt }),
  }),
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

/** A device in Cognito's form. Times in seconds since the epoch. */
const deviceType = ({ key, name, remembered, createdAt, modifiedAt, authenticatedAt }: Device): object => ({
  DeviceKey: key,
  DeviceAttributes: [
    { Name: 'device_status', Value: 'valid' },
    ...(name === null ? [] : [{ Name: 'device_name', Value: name }]),
    { Name: 'dev:device_remembered_status', Value: remembered ? 'remembered' : 'not_remembered' },
  ],
  DeviceCreateDate: createdAt / 1000,
  DeviceLastModifiedDate: modifiedAt / 1000,
  DeviceLastAuthenticatedDate: authenticatedAt / 1000,
});

/** ListDevices: the devices of a user, oldest first. */
export const listDevices = operation(
  v.object({
    AccessToken: token,
    Limit: v.nullish(integer(0, pageSize)),
    PaginationToken: v.nullish(v.string()),
  }),
  async ({ AccessToken, Limit, PaginationToken }, pool) => {
    const { sub } = await authorizedUser(pool, AccessToken);
    assertDeviceTracking(pool);
    const { devices, next } = pool.devices.list(sub, Limit || pageSize, PaginationToken || undefined);
    return { Devices: devices.map(deviceType), ...(next !== undefined && { PaginationToken: next }) };
  },
);

const trackedDevice = async (pool: Pool, accessToken: string, key: string): Promise<Device> => {
  const { sub } = await authorizedUser(pool, accessToken);
  assertDeviceTracking(pool);
  return pool.devices.get(sub, key);
};

/** GetDevice: one device of a user. */
export const getDevice = operation(oneDevice, async ({ AccessToken, DeviceKey }, pool) => ({
  Device: deviceType(await trackedDevice(pool, AccessToken, DeviceKey)),
}));

/** ForgetDevice: ends the device, and with it the refresh tokens that were given to it. */
export const forgetDevice = operation(oneDevice, async ({ AccessToken, DeviceKey }, pool) => {
  pool.devices.forget(await trackedDevice(pool, AccessToken, DeviceKey));
  return {};
});

/** UpdateDeviceStatus: marks a device as remembered or not. It stays tracked. */
export const updateDeviceStatus = operation(
  v.object({ ...oneDevice.entries, DeviceRememberedStatus: oneOf('remembered', 'not_remembered') }),
  async ({ AccessToken, DeviceKey, DeviceRememberedStatus }, pool) => {
    const device = await trackedDevice(pool, AccessToken, DeviceKey);
    pool.devices.remember(device, DeviceRememberedStatus === 'remembered');
    return {};
  },
);
