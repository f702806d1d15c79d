import { expect, test } from 'vitest';
import { addUser, errorOf, goodPassword, type RunningPool, startPool } from './harness.ts';
import { answerChallenge, beginSignIn, signIn } from './srp-client.ts';

const email = 'anna@example.com';
const incorrect = 'Incorrect username or password.';
const lockedOut = 'Password attempts exceeded';

const attempt = async (running: RunningPool, password: string) =>
  errorOf(await signIn(running, email, password)).message;
/** Fails a number of times, and waits each lock out but the last one's. */
const fail = async (running: RunningPool, times: number) => {
  for (let count = 1; count <= times; count += 1) {
    expect(await attempt(running, 'Wrong-pass1!')).toBe(incorrect);
    if (count >= 5 && count < times) running.advance(2 ** (count - 5));
  }
};

/** Moves on to the end of a lock; just before it, even the right password is refused. */
const expectLockOf = async (running: RunningPool, seconds: number) => {
  running.advance(seconds - 0.5);
  expect(await attempt(running, goodPassword)).toBe(lockedOut);
  running.advance(0.5);
};

test('the lock begins at the fifth failure with one second and doubles up to 15 minutes', {
  timeout: 30_000,
}, async () => {
  const running = await startPool();
  await addUser(running);
  await fail(running, 5);
  for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]) {
    await expectLockOf(running, seconds);
    await fail(running, 1);
  }
  // A whole lock of 15 minutes is also 15 minutes without a try, which forgets all failures: keep trying.
  running.advance(450);
  expect(await attempt(running, goodPassword)).toBe(lockedOut);
  running.advance(449);
  expect(await attempt(running, goodPassword)).toBe(lockedOut);
  running.advance(1);
  expect((await signIn(running, email, goodPassword)).status).toBe(200);
});

test('a sign-in after the lock forgets the failures', async () => {
  const running = await startPool();
  await addUser(running);
  await fail(running, 5);
  running.advance(1);
  expect((await signIn(running, email, goodPassword)).status).toBe(200);
  await fail(running, 4);
  expect((await signIn(running, email, goodPassword)).status).toBe(200);
});

test('15 minutes without a try forget the failures', async () => {
  const running = await startPool();
  await addUser(running);
  await fail(running, 9);
  running.advance(15 * 60);
  await fail(running, 4);
  expect((await signIn(running, email, goodPassword)).status).toBe(200);
});

test('challenges opened before the lock do not pass it', async () => {
  const running = await startPool();
  await addUser(running);
  const opened = await beginSignIn(running, email);
  await fail(running, 5);
  const answer = await running.call('RespondToAuthChallenge', answerChallenge(opened, goodPassword));
  expect(errorOf(answer).message).toBe(lockedOut);
});
