import * as v from 'valibot';
import { authorizedSession, authorizedUser } from '../authorization.ts';
import type { Device } from '../devices.ts';
import { invalidParameter, notFound } from '../errors.ts';
import { deviceKey, deviceName, integer, oneOf, srpSalt, srpVerifier, token } from '../input.ts';
import type { Pool } from '../pool.ts';
import { operation } from './operation.ts';

const pageSize = 60;

const oneDevice = v.object({ AccessToken: token, DeviceKey: deviceKey });

const assertDeviceTracking = (pool: Pool): void => {
  if (pool.settings.get().deviceTracking) return;
  throw invalidParameter('Device tracking has not been configured in this User Pool');
};

/** Tracks the device that a sign-in offered. */
export const confirmDevice = operation(
  v.object({
    ...oneDevice.entries,
    DeviceName: v.nullish(deviceName, null),
    /** In base64. The client made them from a secret that it keeps. */
    DeviceSecretVerifierConfig: v.object({ PasswordVerifier: srpVerifier, Salt: srpSalt }),
  }),
  async ({ AccessToken, DeviceKey, DeviceName, DeviceSecretVerifierConfig }, pool) => {
    const { user, session } = await authorizedSession(pool, AccessToken);
    assertDeviceTracking(pool);
    if (session.deviceKey !== DeviceKey) throw notFound('Device does not exist.');
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

export const getDevice = operation(oneDevice, async ({ AccessToken, DeviceKey }, pool) => ({
  Device: deviceType(await trackedDevice(pool, AccessToken, DeviceKey)),
}));

/** Ends the device and its refresh tokens. */
export const forgetDevice = operation(oneDevice, async ({ AccessToken, DeviceKey }, pool) => {
  pool.devices.forget(await trackedDevice(pool, AccessToken, DeviceKey));
  return {};
});

export const updateDeviceStatus = operation(
  v.object({ ...oneDevice.entries, DeviceRememberedStatus: oneOf('remembered', 'not_remembered') }),
  async ({ AccessToken, DeviceKey, DeviceRememberedStatus }, pool) => {
    const device = await trackedDevice(pool, AccessToken, DeviceKey);
    pool.devices.remember(device, DeviceRememberedStatus === 'remembered');
    return {};
  },
);
