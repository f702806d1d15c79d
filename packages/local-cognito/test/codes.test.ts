import { expect, test } from 'vitest';
import { addUser, clientId, errorOf, goodPassword, type RunningPool, signUp, startPool } from './harness.ts';
import { signIn } from './srp-client.ts';

const email = 'anna@example.com';
const minute = 60;
const hour = 60 * minute;

const confirm = (running: RunningPool, ConfirmationCode: string) =>
  running.call('ConfirmSignUp', { ClientId: clientId, Username: email, ConfirmationCode });
const resend = (running: RunningPool) =>
  running.call('ResendConfirmationCode', { ClientId: clientId, Username: email });
const forgot = (running: RunningPool) =>
  running.call('ForgotPassword', { ClientId: clientId, Username: email });
const reset = (running: RunningPool, ConfirmationCode: string, Password = 'Other-pass2?') =>
  running.call('ConfirmForgotPassword', { ClientId: clientId, Username: email, ConfirmationCode, Password });

const wrong = (running: RunningPool) => (running.code(email) === '000000' ? '000001' : '000000');

const expired = {
  status: 400,
  name: 'ExpiredCodeException',
  message: 'Invalid code provided, please request a code again.',
};
const limited = {
  status: 400,
  name: 'LimitExceededException',
  message: 'Attempt limit exceeded, please try after some time.',
};

test('a sign-up code is good for 24 hours, and another one can be had after', async () => {
  const running = await startPool();
  await signUp(running);
  running.advance(24 * hour);
  expect(errorOf(await confirm(running, running.code(email)))).toEqual(expired);

  await resend(running);
  running.advance(24 * hour - minute);
  expect((await confirm(running, running.code(email))).status).toBe(200);
});

test('a reset code is good for one hour', async () => {
  const running = await startPool();
  await addUser(running);
  await forgot(running);
  running.advance(hour);
  expect(errorOf(await reset(running, running.code(email)))).toEqual(expired);

  await forgot(running);
  running.advance(hour - minute);
  expect((await reset(running, running.code(email))).status).toBe(200);
});

test.each([
  ['sign-up', signUp, resend],
  ['reset', addUser, forgot],
] as const)('five %s codes can be asked for in any hour', async (_, prepare, request) => {
  const running = await startPool();
  await prepare(running);
  expect((await request(running)).status).toBe(200);
  running.advance(30 * minute);
  for (let count = 2; count <= 5; count += 1) expect((await request(running)).status).toBe(200);
  const sent = running.pool.admin.mail(email).length;

  expect(errorOf(await request(running))).toEqual(limited);
  expect(running.pool.admin.mail(email)).toHaveLength(sent);

  running.advance(30 * minute);
  expect((await request(running)).status).toBe(200);
  expect(errorOf(await request(running))).toEqual(limited);
});

test.each([
  ['sign-up', signUp, confirm],
  [
    'reset',
    async (running: RunningPool) => {
      await addUser(running);
      await forgot(running);
    },
    reset,
  ],
] as const)('ten wrong %s codes bar the right one too, for an hour', async (kind, prepare, enter) => {
  const running = await startPool({ settings: { resetCodeSeconds: 2 * hour } });
  await prepare(running);
  for (let count = 1; count <= 10; count += 1) {
    expect(errorOf(await enter(running, wrong(running))).name).toBe('CodeMismatchException');
  }
  expect(errorOf(await enter(running, running.code(email)))).toEqual(limited);

  running.advance(hour);
  expect((await enter(running, running.code(email))).status, kind).toBe(200);
});

test('a weak new password does not use the code up, a good one sets it and lifts the lock-out', async () => {
  const running = await startPool();
  await addUser(running);
  for (let count = 0; count < 5; count += 1) await signIn(running, email, 'Wrong-pass1!');
  await forgot(running);
  expect(errorOf(await reset(running, running.code(email), 'weak-pass1')).name).toBe(
    'InvalidPasswordException',
  );
  expect((await reset(running, running.code(email))).status).toBe(200);

  expect((await signIn(running, email, 'Other-pass2?')).status).toBe(200);
  expect(errorOf(await signIn(running, email, goodPassword)).message).toBe('Incorrect username or password.');
});
