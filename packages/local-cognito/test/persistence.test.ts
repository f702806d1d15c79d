import { readFile } from 'node:fs/promises';
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
  tokensOf,
} from './harness.ts';

test('users, codes, mail and sessions survive a restart, and passwords and tokens are never stored', async () => {
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

  const text = await readFile(join(before.dataDir, 'user-pool.json'), 'utf8');
  expect(text).toContain(email);
  expect(text).not.toContain(goodPassword);
  expect(text).not.toContain(kept.RefreshToken.split('.')[1]);

  const after = await startPool({ dataDir: before.dataDir, now: before.now() });
  expect(after.pool.admin.mail()).toEqual(mail);
  expect(after.pool.admin.listUsers()).toEqual(users);
  expect(tokensOf(await refresh(after, kept.RefreshToken)).TokenType).toBe('Bearer');
  expect(errorOf(await refresh(after, revoked.RefreshToken)).message).toBe('Refresh Token has been revoked');
  const ConfirmationCode = after.code('new@example.com');
  const confirmation = { ClientId: clientId, Username: 'new@example.com', ConfirmationCode };
  expect((await after.call('ConfirmSignUp', confirmation)).status).toBe(200);
});

test('a pool refuses to open another pool’s data', async () => {
  const { dataDir, origin, stop } = await startPool();
  await stop();
  await expect(createUserPool({ dataDir, origin, userPoolId: 'us-east-1_Shop' })).rejects.toThrow(
    `${dataDir} has the data of the user pool us-east-1_Local, not of us-east-1_Shop.`,
  );
});
