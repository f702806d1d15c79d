import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createUserPool } from '../src/index.ts';
import {
  addUser,
  clientId,
  email,
  errorOf,
  goodPassword,
  refresh,
  signIn,
  signUp,
  startPool,
  stateFile,
  temporaryDirectory,
  tokensOf,
} from './harness.ts';

test('a restart keeps users, codes, mail, sessions and revocations', async () => {
  const before = await startPool();
  await addUser(before);
  await signUp(before, 'new@example.com');
  await before.call('ForgotPassword', { ClientId: clientId, Username: email });
  const kept = tokensOf(await signIn(before));
  const revoked = tokensOf(await signIn(before));
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
  expect((await signIn(after, 'Other-pass2?')).status).toBe(200);
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
  const { RefreshToken } = tokensOf(await signIn(running));
  await running.stop();

  const path = join(running.dataDir, stateFile);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(email);
  expect(text).not.toContain(goodPassword);
  expect(text).not.toContain(RefreshToken.split('.')[1]);
});
