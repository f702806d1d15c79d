import { expect, test } from 'vitest';
import { addUser, clientId, email, errorOf, type RunningPool, signUp, startPool } from './harness.ts';

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
