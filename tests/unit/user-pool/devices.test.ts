import type { CognitoUser } from 'amazon-cognito-identity-js';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { addUser, goodPassword, startPool } from './harness.ts';
import { deviceOf, devicesOf, LibraryClient, refreshed, sessionOf, signOut } from './library-client.ts';

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

test('a secret that is not the device’s is refused', { timeout }, async () => {
  const { running, keyOf } = await startTracking();
  const [mine, theirs] = [new LibraryClient(running.origin), new LibraryClient(running.origin)];
  await mine.signIn(email, goodPassword);
  await theirs.signIn(email, goodPassword);
  for (const [name, value] of mine.storage) if (name.endsWith('.deviceKey')) theirs.storage.set(name, value);
  expect(keyOf(theirs)).toBe(keyOf(mine));
  await expect(theirs.signIn(email, goodPassword)).rejects.toMatchObject({ code: 'NotAuthorizedException' });
});
