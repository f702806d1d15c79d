import type { CognitoUser } from 'amazon-cognito-identity-js';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { addUser, goodPassword, startPool } from './harness.ts';
import {
  deviceOf,
  devicesOf,
  forgetDevice,
  forgetDeviceOf,
  LibraryClient,
  refreshed,
  rememberDevice,
  sessionOf,
  signOut,
} from './library-client.ts';

const email = 'anna@example.com';
const timeout = 60_000;

const startTracking = async () => {
  const running = await startPool({ settings: { deviceTracking: true } });
  const { sub } = await addUser(running);
  const kept = (client: LibraryClient, name: string) =>
    client.storage.get(`CognitoIdentityServiceProvider.coffer-local-web.${sub}.${name}`);
  return { running, keyOf: (client: LibraryClient) => kept(client, 'deviceKey') ?? 'none' };
};

const deviceKeyClaim = async (user: CognitoUser): Promise<unknown> =>
  decodeJwt((await sessionOf(user)).getAccessToken().getJwtToken())['device_key'];

test('a first sign-in makes a device, the next one proves it and makes no other', { timeout }, async () => {
  const { running, keyOf } = await startTracking();
  const client = new LibraryClient(running.origin);

  const user = await client.signIn(email, goodPassword);
  const key = keyOf(client);
  expect(key).toMatch(/^local_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  const madeAt = running.now() / 1000;
  const device = {
    DeviceKey: key,
    DeviceAttributes: [
      { Name: 'device_status', Value: 'valid' },
      { Name: 'device_name', Value: expect.stringMatching(/^(nodejs|Node\.js\/.+)$/) },
      { Name: 'dev:device_remembered_status', Value: 'remembered' },
    ],
    DeviceCreateDate: madeAt,
    DeviceLastModifiedDate: madeAt,
    DeviceLastAuthenticatedDate: madeAt,
  };
  expect(await devicesOf(user)).toEqual({ Devices: [device] });
  expect(await deviceKeyClaim(user)).toBe(key);

  await signOut(user);
  running.advance(60);
  const again = await client.signIn(email, goodPassword);
  expect(keyOf(client)).toBe(key);
  expect(await deviceKeyClaim(again)).toBe(key);
  expect(await deviceOf(again)).toEqual({
    Device: { ...device, DeviceLastAuthenticatedDate: madeAt + 60 },
  });
  await refreshed(again, await sessionOf(again));
});

test('a device is remembered or not, as the user wishes', { timeout }, async () => {
  const { running } = await startTracking();
  const user = await new LibraryClient(running.origin).signIn(email, goodPassword);
  for (const remembered of [false, true]) {
    await rememberDevice(user, remembered);
    const Value = remembered ? 'remembered' : 'not_remembered';
    expect(await deviceOf(user)).toMatchObject({
      Device: { DeviceAttributes: expect.arrayContaining([{ Name: 'dev:device_remembered_status', Value }]) },
    });
  }
});

test('a device that was forgotten elsewhere can’t refresh, and signs in as a new one', {
  timeout,
}, async () => {
  const { running, keyOf } = await startTracking();
  const [here, there] = [new LibraryClient(running.origin), new LibraryClient(running.origin)];
  const onHere = await here.signIn(email, goodPassword);
  running.advance(1);
  const onThere = await there.signIn(email, goodPassword);
  const lost = keyOf(there);
  expect(await devicesOf(onHere)).toMatchObject({
    Devices: [{ DeviceKey: keyOf(here) }, { DeviceKey: lost }],
  });

  await forgetDeviceOf(onHere, lost);
  await expect(refreshed(onThere, await sessionOf(onThere))).rejects.toMatchObject({
    code: 'NotAuthorizedException',
    message: 'Invalid Refresh Token',
  });
  await refreshed(onHere, await sessionOf(onHere));

  running.advance(1);
  await there.signIn(email, goodPassword);
  expect(keyOf(there)).not.toBe(lost);
  expect(await devicesOf(onHere)).toMatchObject({
    Devices: [{ DeviceKey: keyOf(here) }, { DeviceKey: keyOf(there) }],
  });
});

test('a device forgets itself', { timeout }, async () => {
  const { running, keyOf } = await startTracking();
  const client = new LibraryClient(running.origin);
  const user = await client.signIn(email, goodPassword);
  await forgetDevice(user);
  expect(keyOf(client)).toBe('none');
  expect(await devicesOf(user)).toEqual({ Devices: [] });
});

test('a pool that does not track devices passes over a device’s key, and makes none', {
  timeout,
}, async () => {
  const { running, keyOf } = await startTracking();
  const client = new LibraryClient(running.origin);
  await client.signIn(email, goodPassword);
  const key = keyOf(client);

  running.pool.admin.updateSettings({ deviceTracking: false });
  const user = await client.signIn(email, goodPassword);
  expect(keyOf(client)).toBe(key);
  expect(await deviceKeyClaim(user)).toBeUndefined();
  await refreshed(user, await sessionOf(user));
  await expect(devicesOf(user)).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message: 'Device tracking has not been configured in this User Pool',
  });
});

test('a secret that is not the device’s is refused', { timeout }, async () => {
  const { running, keyOf } = await startTracking();
  const [mine, theirs] = [new LibraryClient(running.origin), new LibraryClient(running.origin)];
  await mine.signIn(email, goodPassword);
  await theirs.signIn(email, goodPassword);
  for (const [name, value] of mine.storage) if (name.endsWith('.deviceKey')) theirs.storage.set(name, value);
  expect(keyOf(theirs)).toBe(keyOf(mine));
  await expect(theirs.signIn(email, goodPassword)).rejects.toMatchObject({ code: 'NotAuthorizedException' });
});
