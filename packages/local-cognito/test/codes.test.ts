import { expect, test } from 'vitest';
import { addUser, clientId, email, errorOf, type RunningPool, signIn, signUp, startPool } from './harness.ts';

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

const message = 'Invalid code provided, please request a code again.';
const expired = { status: 400, name: 'ExpiredCodeException', message };

test('a sign-up code is valid for 24 hours; after that, a new one can be requested', async () => {
  const running = await startPool();
  await signUp(running);
  running.advance(24 * hour);
  expect(errorOf(await confirm(running, running.code(email)))).toEqual(expired);

  await resend(running);
  running.advance(24 * hour - minute);
  expect((await confirm(running, running.code(email))).status).toBe(200);
});

test('a reset code is valid for one hour', async () => {
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
  ['sign-up', signUp, confirm],
  [
    'reset',
    async (running: RunningPool) => {
      await addUser(running);
      await forgot(running);
    },
    reset,
  ],
] as const)('a wrong %s code is refused; the right one works once', async (_, prepare, enter) => {
  const running = await startPool();
  await prepare(running);
  expect(errorOf(await enter(running, wrong(running))).name).toBe('CodeMismatchException');
  const code = running.code(email);
  expect((await enter(running, code)).status).toBe(200);
  expect((await enter(running, code)).status).toBe(400);
});

test('a weak new password doesn’t use up the code; a good one is set', async () => {
  const running = await startPool();
  await addUser(running);
  await forgot(running);
  expect(errorOf(await reset(running, running.code(email), 'weak-pass1')).name).toBe(
    'InvalidPasswordException',
  );
  expect((await reset(running, running.code(email))).status).toBe(200);

  expect((await signIn(running, 'Other-pass2?')).status).toBe(200);
  expect(errorOf(await signIn(running)).message).toBe('Incorrect username or password.');
});
