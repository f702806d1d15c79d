import { beforeEach, expect, it } from 'vitest';
import { createDevice, type Device, email, openTab, password, poolOfFile } from './world.ts';

const pool = await poolOfFile();
await pool.admin.createConfirmedUser({ email, password });

let device: Device;
let tab: ReturnType<typeof openTab>;

beforeEach(async () => {
  device = createDevice();
  tab = openTab(pool.endpoint, device);
  await tab.identity.signIn({ email, password });
  pool.operations.length = 0;
});

it.each([26, -26, 24 * 400])(
  'a session is refreshed once if the device’s clock is %d hours ahead',
  async (hours) => {
    pool.clock.aheadBy = -hours * 60 * 60 * 1000;
    const refused = await tab.identity.accessToken();
    const renewed = await tab.identity.accessToken({ refused });
    pool.operations.length = 0;
    for (let call = 0; call < 3; call += 1) expect(await tab.identity.accessToken()).toBe(renewed);
    expect(pool.operations).toEqual([]);
  },
);

it('a session is refreshed only by rotation once the pool rotates refresh tokens', async () => {
  pool.admin.updateSettings({ refreshTokenRotation: true });
  let refused = await tab.identity.accessToken();
  for (let refresh = 0; refresh < 2; refresh += 1) refused = await tab.identity.accessToken({ refused });
  expect(pool.operations).toEqual(['InitiateAuth', 'GetTokensFromRefreshToken', 'GetTokensFromRefreshToken']);
  expect(await tab.identity.signOut()).toMatchObject({ outcome: 'done' });
});

it.each([0, 60])(
  'a session survives if two tabs rotate its token without a lock, with %d seconds of grace',
  async (rotationGraceSeconds) => {
    pool.admin.updateSettings({ refreshTokenRotation: true, rotationGraceSeconds });
    const other = openTab(pool.endpoint, device);
    const refused = await tab.identity.accessToken();
    const [one, two] = await Promise.all(
      [tab, other].map(({ identity }) => identity.accessToken({ refused })),
    );
    expect(one).not.toBe(refused);
    expect(two).toBe(one);
    expect([...tab.events, ...other.events]).toEqual([]);
    expect(await tab.identity.accessToken({ refused: one ?? '' })).not.toBe(one);
  },
);
