import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createUserPool } from '../src/index.ts';
import { challengedUser, challengeIn, codeOf, respond } from './challenge-client.ts';
import {
  addUser,
  clientId,
  email,
  errorOf,
  goodPassword,
  signUp,
  startPool,
  stateFile,
  temporaryDirectory,
} from './harness.ts';
import { refresh, signedIn, signIn, tokensOf } from './srp-client.ts';

test('a restart keeps users, codes, mail, sessions and revocations', {
  timeout: 30_000,
}, async () => {
  const before = await startPool();
  await addUser(before);
  await signUp(before, 'new@example.com');
  await before.call('ForgotPassword', { ClientId: clientId, Username: email });
  const kept = await signedIn(before, email, goodPassword);
  const revoked = await signedIn(before, email, goodPassword);
  await before.call('RevokeToken', { ClientId: clientId, Token: revoked.RefreshToken });
  const mail = before.pool.admin.mail();
  const users = before.pool.admin.listUsers();
  await before.stop();

  const after = await startPool({ dataDir: before.dataDir, now: before.now() });
  expect(after.pool.admin.mail()).toEqual(mail);
  expect(after.pool.admin.listUsers()).toEqual(users);
  expect(tokensOf(await refresh(after, kept.RefreshToken)).TokenType).toBe('Bearer');
  expect(errorOf(await refresh(after, revoked.RefreshToken)).message).toBe('Refresh Token has been revoked');
  const confirmed = await after.call('ConfirmSignUp', {
    ClientId: clientId,
    Username: 'new@example.com',
    ConfirmationCode: after.code('new@example.com'),
  });
  expect(confirmed.status).toBe(200);
  const reset = await after.call('ConfirmForgotPassword', {
    ClientId: clientId,
    Username: email,
    ConfirmationCode: after.code(email),
    Password: 'Other-pass2?',
  });
  expect(reset.status).toBe(200);
  expect((await signIn(after, email, 'Other-pass2?')).status).toBe(200);
});

test('a restart keeps second factors, used codes and temporary passwords', async () => {
  const before = await startPool();
  const challenge = await challengedUser(before, { factors: ['SOFTWARE_TOKEN_MFA'] });
  const code = { SOFTWARE_TOKEN_MFA_CODE: codeOf(before, challenge.secret) };
  expect((await respond(before, challenge, code)).status).toBe(200);
  await addUser(before, 'ben@example.com');
  await before.pool.admin.requireNewPassword('ben@example.com');
  const users = before.pool.admin.listUsers();
  await before.stop();

  const after = await startPool({ dataDir: before.dataDir, now: before.now() });
  expect(after.pool.admin.listUsers()).toEqual(users);
  const next = challengeIn(await signIn(after, email, goodPassword));
  expect(errorOf(await respond(after, next, code)).name).toBe('ExpiredCodeException');
  const ben = challengeIn(await signIn(after, 'ben@example.com', goodPassword));
  expect(ben.ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
});

test.each(['', '{}', '{"signingKey":'])('a damaged state file (%j) stops the start', async (text) => {
  const dataDir = await temporaryDirectory();
  const path = join(dataDir, stateFile);
  await writeFile(path, text);
  await expect(createUserPool({ dataDir, origin: 'http://localhost' })).rejects.toThrow(path);
  expect(await readFile(path, 'utf8')).toBe(text);
});

test('only the owner can read the file, and it has no password and no refresh token', async () => {
  const running = await startPool({ dataDir: join(await temporaryDirectory(), 'made', 'here') });
  await addUser(running);
  const { RefreshToken } = await signedIn(running, email, goodPassword);
  await running.stop();

  const path = join(running.dataDir, stateFile);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(email);
  expect(text).not.toContain(goodPassword);
  expect(text).not.toContain(RefreshToken.split('.')[1]);
});
