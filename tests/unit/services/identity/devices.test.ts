import { expect, it } from 'vitest';
import { createDevice, email, expectEnded, openTab, password, poolOfFile, refused } from './world.ts';

const pool = await poolOfFile({ deviceTracking: true });
await pool.admin.createConfirmedUser({ email, password });

const signIn = async (address = email) => {
  const tab = openTab(pool.endpoint, createDevice());
  expect(await tab.identity.signIn({ email: address, password })).toMatchObject({ outcome: 'done' });
  return tab;
};

it('a customer’s devices are listed, the current device first, and the others can be forgotten', async () => {
  const address = 'grace@example.com';
  await pool.admin.createConfirmedUser({ email: address, password });
  const other = await signIn(address);
  const tab = await signIn(address);
  const listed = await tab.identity.listDevices();
  if (listed.outcome !== 'done') throw new Error('No list');
  expect(listed.devices.map(({ current }) => current)).toEqual([true, false]);
  expect(listed.devices[0]?.name).toMatch(/.+/);
  const id = listed.devices[1]?.id ?? '';
  expect(await tab.identity.forgetDevice({ id })).toEqual({ outcome: 'done', id });
  expect(await tab.identity.listDevices()).toMatchObject({ devices: [{ current: true }] });

  await expectEnded(other);
});

it('listDevices requests at most 60 devices', async () => {
  const tab = await signIn();
  const asked: unknown[] = [];
  pool.intercept(async (operation, request) => {
    if (operation === 'ListDevices') asked.push(await request.clone().json());
    return null;
  });
  expect(await tab.identity.listDevices()).toMatchObject({ outcome: 'done' });
  expect(asked).toMatchObject([{ Limit: 60 }]);
});

it('listDevices reports that the user pool does not track devices', async () => {
  const tab = await signIn();
  pool.admin.updateSettings({ deviceTracking: false });
  const message = 'Device tracking has not been configured in this User Pool';
  expect(await tab.identity.listDevices()).toEqual(refused('devices-untracked', message));
});

it('an unreadable device list is reported as unavailable, and a refused token is replaced', async () => {
  const tab = await signIn();
  pool.reply('ListDevices', { Devices: 1 });
  expect(await tab.identity.listDevices()).toMatchObject({ failure: { name: 'unavailable' } });
  let asked = 0;
  pool.intercept((operation) => {
    if (operation !== 'ListDevices') return null;
    asked += 1;
    return asked > 1 ? null : Response.json({ __type: 'NotAuthorizedException' }, { status: 400 });
  });
  expect(await tab.identity.listDevices()).toMatchObject({ outcome: 'done' });
});
