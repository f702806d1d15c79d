import { expect, test } from 'vitest';
import { addUser, errorOf, goodPassword, startPool } from './harness.ts';
import { signIn } from './srp-client.ts';

const user = { email: 'anna@example.com', password: goodPassword };

test('a user made by the operator can sign in at once, and gets no mail', async () => {
  const running = await startPool();
  const made = await running.pool.admin.createConfirmedUser({
    ...user,
    firstName: 'Anna',
    phone: '+15551234567',
  });
  expect(made).toEqual({
    sub: expect.stringMatching(/^[\da-f-]{36}$/),
    email: 'anna@example.com',
    firstName: 'Anna',
    lastName: undefined,
    phone: '+15551234567',
    status: 'CONFIRMED',
    enabled: true,
    createdAt: expect.stringMatching(/Z$/),
  });
  expect(running.pool.admin.listUsers()).toEqual([made]);
  expect(running.pool.admin.mail()).toEqual([]);
  expect((await signIn(running, user.email, goodPassword)).status).toBe(200);
});

test.each([
  [{ ...user, email: 'anna' }, 'InvalidParameterException', 'Invalid email address format.'],
  [{ ...user, phone: '12' }, 'InvalidParameterException', 'Invalid phone number format.'],
  [
    { ...user, password: 'weak' },
    'InvalidPasswordException',
    'Password did not conform with policy: Password not long enough',
  ],
  [{ ...user, email: 'BEN@example.com' }, 'UsernameExistsException', 'User already exists'],
])('the operator is bound by the rules too: %j', async (input, name, message) => {
  const running = await startPool();
  await addUser(running, 'ben@example.com');
  await expect(running.pool.admin.createConfirmedUser(input)).rejects.toMatchObject({ name, message });
  expect(running.pool.admin.listUsers()).toHaveLength(1);
});

test('a disabled user can be enabled again; an unknown one is refused', async () => {
  const running = await startPool();
  await addUser(running);
  const { admin } = running.pool;
  await admin.setUserEnabled(user.email, false);
  expect(errorOf(await signIn(running, user.email, goodPassword)).message).toBe('User is disabled.');
  await admin.setUserEnabled(user.email, true);
  expect((await signIn(running, user.email, goodPassword)).status).toBe(200);
  await expect(admin.setUserEnabled('ben@example.com', true)).rejects.toMatchObject({
    name: 'UserNotFoundException',
  });
});

test('settings are checked, and a refused patch changes nothing', async () => {
  const { admin } = (await startPool({ settings: { accessTokenSeconds: 5 } })).pool;
  expect(admin.updateSettings({ deviceTracking: true })).toMatchObject({
    accessTokenSeconds: 5,
    refreshTokenSeconds: 30 * 24 * 3600,
    deviceTracking: true,
  });
  const before = admin.settings();
  for (const wrong of ['{"accessTokenSeconds":0}', '{"accessTokenSeconds":"5"}', '{"unknown":true}']) {
    expect(() => admin.updateSettings(JSON.parse(wrong))).toThrow();
  }
  expect(admin.settings()).toEqual(before);
});

test('the mailbox shows the newest first, to one address when asked, and keeps the last 500', async () => {
  const running = await startPool({ settings: { codeRequestsPerHour: 1000 } });
  await addUser(running);
  await addUser(running, 'ben@example.com');
  const forgot = (Username: string) => {
    running.advance(1);
    return running.call('ForgotPassword', { ClientId: 'coffer-local-web', Username });
  };
  await forgot('ben@example.com');
  for (let count = 0; count < 499; count += 1) await forgot(user.email);

  const { admin } = running.pool;
  expect(admin.mail()).toHaveLength(500);
  expect(admin.mail('BEN@example.com')).toHaveLength(1);
  await forgot(user.email);
  expect(admin.mail()).toHaveLength(500);
  expect(admin.mail('ben@example.com')).toEqual([]);
  const times = admin.mail().map(({ sentAt }) => sentAt);
  expect(new Set(times).size).toBe(500);
  expect(times).toEqual(times.toSorted().reverse());
});
