import { expect, test } from 'vitest';
import type { ConfirmedUserInput } from '#server/sandbox/user-pool/admin.ts';
import type { MfaInput } from '#server/sandbox/user-pool/index.ts';
import { createMailbox } from '#server/sandbox/user-pool/mailbox.ts';
import { codeOf } from './challenge-client.ts';
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
    emailVerified: true,
    firstName: 'Anna',
    lastName: undefined,
    phone: '+15551234567',
    status: 'CONFIRMED',
    enabled: true,
    createdAt: expect.stringMatching(/Z$/),
    mfa: { factors: [], preferred: null },
  });
  expect(running.pool.admin.listUsers()).toEqual([made]);
  expect(running.pool.admin.mail()).toEqual([]);
  expect((await signIn(running, user.email, goodPassword)).status).toBe(200);
});

test.each([
  [{ ...user, email: 'anna' }, 'InvalidParameterException', 'Invalid email address format.'],
  [
    { ...user, firstName: 'x'.repeat(2049) },
    'InvalidParameterException',
    "1 validation error detected: Value at 'firstName' failed to satisfy constraint: Member must have length less than or equal to 2048",
  ],
  [{ ...user, phone: '12' }, 'InvalidParameterException', 'Invalid phone number format.'],
  [
    { ...user, password: 'weak' },
    'InvalidPasswordException',
    'Password did not conform with policy: Password not long enough',
  ],
  [{ ...user, email: 'BEN@example.com' }, 'UsernameExistsException', 'User already exists'],
  [
    { ...user, mfa: { factors: ['SMS_MFA'] } },
    'InvalidParameterException',
    'User does not have a phone_number set to turn on SMS MFA',
  ],
  [
    { ...user, mfa: { factors: ['EMAIL_OTP'], preferred: 'SMS_MFA' } },
    'InvalidParameterException',
    'The preferred factor is not one of the factors',
  ],
] satisfies [ConfirmedUserInput, string, string][])(
  'the operator is bound by the rules too: %#',
  async (input, name, message) => {
    const running = await startPool();
    await addUser(running, 'ben@example.com');
    await expect(running.pool.admin.createConfirmedUser(input)).rejects.toMatchObject({ name, message });
    expect(running.pool.admin.listUsers()).toHaveLength(1);
  },
);

test('second factors are set whole, and an authenticator keeps its secret until it gets another one', async () => {
  const running = await startPool();
  const { admin } = running.pool;
  await addUser(running);
  const set = async (mfa: MfaInput) => (await admin.setMfa(user.email, mfa)).mfa;
  const made = await set({ factors: ['SOFTWARE_TOKEN_MFA', 'SMS_MFA'], preferred: 'SMS_MFA' });
  expect(made).toEqual({
    factors: ['SOFTWARE_TOKEN_MFA', 'SMS_MFA'],
    preferred: 'SMS_MFA',
    secret: expect.stringMatching(/^[A-Z2-7]{52}$/),
    code: codeOf(running, made.secret ?? ''),
  });
  expect(await set({ factors: ['SOFTWARE_TOKEN_MFA'] })).toMatchObject({
    preferred: null,
    secret: made.secret,
  });
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  expect(await set({ factors: ['SOFTWARE_TOKEN_MFA'], secret })).toMatchObject({ secret });
  expect(await set({ factors: [] })).toEqual({ factors: [], preferred: null });
  await expect(admin.setMfa('ben@example.com', { factors: [] })).rejects.toMatchObject({
    name: 'UserNotFoundException',
  });
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

test('the mailbox shows the newest first, to one address when asked, and keeps the last 500', () => {
  let now = Date.now();
  const mailbox = createMailbox(() => (now += 1));
  const send = (to: string, code: string) => mailbox.send({ to, kind: 'reset', medium: 'EMAIL', code });
  send('ben@example.com', '000000');
  for (let count = 1; count < 500; count += 1) send(user.email, `${count}`);
  expect(mailbox.list()).toHaveLength(500);
  expect(mailbox.list('BEN@example.com')).toHaveLength(1);

  send(user.email, '500');
  expect(mailbox.list('ben@example.com')).toEqual([]);
  expect(mailbox.list().map(({ code }) => Number(code))).toEqual(
    Array.from({ length: 500 }, (_, index) => 500 - index),
  );
  const times = mailbox.list().map(({ sentAt }) => sentAt);
  expect(times).toEqual(times.toSorted().reverse());
});
