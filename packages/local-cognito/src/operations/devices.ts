import * as v from 'valibot';
import type { Device } from '../devices.ts';
import { invalidParameter, notFound } from '../errors.ts';
import { deviceKey, deviceName, integer, oneOf, srpSalt, srpVerifier, token } from '../input.ts';
import type { Pool } from '../pool.ts';
import type { User } from '../users.ts';
import { userOperation } from './operation.ts';

const pageSize = 60;

const oneDevice = v.object({ AccessToken: token, DeviceKey: deviceKey });

const assertDeviceTracking = (pool: Pool): void => {
  if (pool.settings.get().deviceTracking) return;
  throw invalidParameter('Device tracking has not been configured in this User Pool');
};

const trackedDevice = (pool: Pool, user: User, key: string): Device => {
  assertDeviceTracking(pool);
  return pool.devices.get(user.sub, key);
};

const hexOf = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');

/** Returns a device in Cognito's format. Times are in seconds since the epoch. */
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

export const deviceOperations = {
  /** Starts to track the device that a sign-in offered. The client keeps the device's secret. */
  ConfirmDevice: userOperation(
    v.object({
      ...oneDevice.entries,
      DeviceName: v.nullish(deviceName, null),
      DeviceSecretVerifierConfig: v.object({ PasswordVerifier: srpVerifier, Salt: srpSalt }),
    }),
    ({ user, session, DeviceKey, DeviceName, DeviceSecretVerifierConfig }, pool) => {
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
  ),

  ListDevices: userOperation(
    v.object({
      AccessToken: token,
      Limit: v.nullish(integer(0, pageSize)),
      PaginationToken: v.nullish(v.string()),
    }),
    ({ user, Limit, PaginationToken }, pool) => {
      assertDeviceTracking(pool);
      const { devices, next } = pool.devices.list(user.sub, Limit || pageSize, PaginationToken || undefined);
      return { Devices: devices.map(deviceType), ...(next !== undefined && { PaginationToken: next }) };
    },
  ),

  GetDevice: userOperation(oneDevice, ({ user, DeviceKey }, pool) => ({
    Device: deviceType(trackedDevice(pool, user, DeviceKey)),
  })),

  ForgetDevice: userOperation(oneDevice, ({ user, DeviceKey }, pool) => {
    pool.devices.forget(trackedDevice(pool, user, DeviceKey));
    return {};
  }),

  UpdateDeviceStatus: userOperation(
    v.object({ ...oneDevice.entries, DeviceRememberedStatus: oneOf('remembered', 'not_remembered') }),
    ({ user, DeviceKey, DeviceRememberedStatus }, pool) => {
      const device = trackedDevice(pool, user, DeviceKey);
      pool.devices.remember(device, DeviceRememberedStatus === 'remembered');
      return {};
    },
  ),
};
