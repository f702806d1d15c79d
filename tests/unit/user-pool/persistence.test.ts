import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  mkdir,
  open as openFile,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createUserPool } from '#server/sandbox/user-pool/index.ts';
import { challengedUser, challengeIn, codeOf, respond } from './challenge-client.ts';
import {
  addUser,
  clientId,
  errorOf,
  goodPassword,
  journalFile,
  keyFile,
  signUp,
  startPool,
  temporaryDirectory,
} from './harness.ts';
import { refresh, signedIn, signIn, tokensOf } from './srp-client.ts';

const email = 'anna@example.com';
const open = (dataDir: string, lines: string[] = []) =>
  createUserPool({
    dataDir,
    origin: 'http://localhost',
    logger: pino({}, { write: (line: string) => void lines.push(line) }),
  });

test('a restart keeps users, codes, mail, sessions, revocations, limits and lock-outs', {
  timeout: 30_000,
}, async () => {
  const before = await startPool({ settings: { codeRequestsPerHour: 1 } });
  await addUser(before);
  await signUp(before, 'new@example.com');
  await signUp(before, 'locked@example.com');
  await before.call('ForgotPassword', { ClientId: clientId, Username: email });
  const kept = await signedIn(before, email, goodPassword);
  const revoked = await signedIn(before, email, goodPassword);
  await before.call('RevokeToken', { ClientId: clientId, Token: revoked.RefreshToken });
  for (let count = 0; count < 5; count += 1) await signIn(before, 'locked@example.com', 'Wrong-pass1!');
  const mail = before.pool.admin.mail();
  const users = before.pool.admin.listUsers();
  await before.stop();

  const after = await startPool({
    dataDir: before.dataDir,
    now: before.now(),
    settings: { codeRequestsPerHour: 1 },
  });
  expect(after.pool.admin.mail()).toEqual(mail);
  expect(after.pool.admin.listUsers()).toEqual(users);
  expect(tokensOf(await refresh(after, kept.RefreshToken)).TokenType).toBe('Bearer');
  expect(errorOf(await refresh(after, revoked.RefreshToken)).message).toBe('Refresh Token has been revoked');
  expect(errorOf(await signIn(after, 'locked@example.com', goodPassword)).message).toBe(
    'Password attempts exceeded',
  );
  expect(errorOf(await after.call('ForgotPassword', { ClientId: clientId, Username: email })).name).toBe(
    'LimitExceededException',
  );
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

test('users and mail of a journal from before there were second factors have none', async () => {
  const running = await startPool();
  await addUser(running);
  await running.call('ForgotPassword', { ClientId: clientId, Username: email });
  const users = running.pool.admin.listUsers();
  const mail = running.pool.admin.mail();
  await running.stop();
  const path = join(running.dataDir, journalFile);
  const text = await readFile(path, 'utf8');
  const older = text
    .replace(/^[\da-f]{8} /gm, '')
    .replace(/,"mfa":\{[^}]*\}/g, '')
    .replace(/"medium":"EMAIL",/g, '');
  expect(older).not.toMatch(/mfa|medium/);
  const withChecksum = (line: string) => `${crc32(line).toString(16).padStart(8, '0')} ${line}\n`;
  await writeFile(path, older.trimEnd().split('\n').map(withChecksum).join(''));

  const { admin, close } = await open(running.dataDir);
  expect(admin.listUsers()).toEqual(users);
  expect(admin.mail()).toEqual(mail);
  await close();
});

test('kill -9 loses nothing that was answered', { timeout: 30_000 }, async () => {
  const dataDir = await temporaryDirectory();
  const script = fileURLToPath(new URL('./journaling-child.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const answered: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    answered.push(line);
    if (answered.length === 25) child.kill('SIGKILL');
  }
  await exited;

  const { admin, close } = await open(dataDir);
  const emails = admin.listUsers().map((user) => user.email);
  expect(emails).toEqual(expect.arrayContaining(answered));
  expect(emails.length - answered.length).toBeLessThanOrEqual(1);
  await close();
});

test('a write that a crash cut short is dropped with a warning, and what came before it stays', async () => {
  const running = await startPool();
  await addUser(running);
  await running.stop();
  const path = join(running.dataDir, journalFile);
  await appendFile(path, '1234abcd [["users","');

  const lines: string[] = [];
  const { admin, close } = await open(running.dataDir, lines);
  expect(admin.listUsers().map((user) => user.email)).toEqual([email]);
  expect(lines).toEqual([expect.stringContaining(`${path}: dropped 20 bytes`)]);
  await close();
});

const damages: readonly (readonly [title: string, damage: (text: string) => string, reason: string])[] = [
  [
    'a changed byte',
    (text) => text.replace('"CONFIRMED"', '"CONFIRMES"'),
    'line 2: its checksum does not match',
  ],
  ['a lost line break', (text) => text.replace(/\n(?=.)/, ''), 'line 1: its checksum does not match'],
  ['a foreign line', (text) => `${text}hello\n`, 'line 3: its checksum does not match'],
  ['another file', () => 'hello\n', 'line 1: its checksum does not match'],
  ['an emptied file', () => '', 'line 1: it is not a user pool journal'],
];

test.each(damages)(
  'a journal with %s stops the start with a line that names it, and is left alone',
  async (_, damage, reason) => {
    const running = await startPool();
    await addUser(running);
    await running.stop();
    const path = join(running.dataDir, journalFile);
    // Opened and closed once more, the journal holds one line per record.
    await (await open(running.dataDir)).close();
    const damaged = damage(await readFile(path, 'utf8'));
    await writeFile(path, damaged);

    await expect(open(running.dataDir)).rejects.toThrow(
      `The user pool's journal ${path} is damaged (${reason}). It was left as it is.`,
    );
    expect(await readFile(path, 'utf8')).toBe(damaged);
  },
);

test.each(['', '{}', '{"signing":{"kty":"RSA"}'])('a damaged key file (%j) stops the start', async (text) => {
  const dataDir = await temporaryDirectory();
  const path = join(dataDir, keyFile);
  await writeFile(path, text);
  await expect(open(dataDir)).rejects.toThrow(
    `The user pool's key file ${path} is damaged. It was left as it is.`,
  );
  expect(await readFile(path, 'utf8')).toBe(text);
});

test('only the owner can read the files, and they hold no password and no refresh token', async () => {
  const running = await startPool({ dataDir: join(await temporaryDirectory(), 'made', 'here') });
  await addUser(running);
  const { RefreshToken } = await signedIn(running, email, goodPassword);
  await running.stop();

  expect((await readdir(running.dataDir)).toSorted()).toEqual([keyFile, journalFile].toSorted());
  for (const name of [keyFile, journalFile]) {
    expect((await stat(join(running.dataDir, name))).mode & 0o777).toBe(0o600);
  }
  const text = await readFile(join(running.dataDir, journalFile), 'utf8');
  expect(text).toContain(email);
  expect(text).not.toContain(goodPassword);
  expect(text).not.toContain(RefreshToken.split('.')[1]);
});

test('the journal is written anew before it outgrows its records', { timeout: 30_000 }, async () => {
  const running = await startPool();
  await addUser(running);
  const { admin } = running.pool;
  for (let count = 0; count < 1200; count += 1) await admin.setUserEnabled(email, count % 2 === 1);
  const lines = (await readFile(join(running.dataDir, journalFile), 'utf8')).split('\n').length;
  expect(lines).toBeLessThan(300);
  await running.stop();

  const { admin: reopened, close } = await open(running.dataDir);
  expect(reopened.listUsers()).toMatchObject([{ email, enabled: true }]);
  await close();
});

test('changes made at once share a write and all stay', async () => {
  const running = await startPool();
  const emails = Array.from({ length: 20 }, (_, index) => `user${index}@example.com`);
  await Promise.all(emails.map((address) => addUser(running, address)));
  await running.stop();
  const { admin, close } = await open(running.dataDir);
  expect(admin.listUsers().map((user) => user.email)).toEqual(emails);
  await close();
});

test('a write that fails is told as a fault, without a stack, and is made up for by the next one', async () => {
  const lines: string[] = [];
  const running = await startPool({ logger: pino({}, { write: (line: string) => void lines.push(line) }) });
  await addUser(running);
  const path = join(running.dataDir, journalFile);
  const handle = await openFile(path);
  const sync = vi.spyOn(Object.getPrototypeOf(handle), 'datasync');
  onTestFinished(() => sync.mockRestore());
  await handle.close();

  sync.mockRejectedValueOnce(new Error('ENOSPC: no space left on device'));
  expect(errorOf(await signUp(running, 'first@example.com'))).toEqual({
    status: 500,
    name: 'InternalErrorException',
    message: 'Something went wrong',
  });
  expect(lines.join('')).toContain(`Cannot write the user pool's journal ${path}`);
  expect(lines.join('')).not.toContain('first@example.com');

  expect((await signUp(running, 'second@example.com')).status).toBe(200);
  await running.stop();
  const { admin, close } = await open(running.dataDir);
  const emails = admin.listUsers().map((user) => user.email);
  expect(emails).toEqual([email, 'first@example.com', 'second@example.com']);
  await close();
});

test('a data directory that is a file stops the start', async () => {
  const dataDir = join(await temporaryDirectory(), 'file');
  await writeFile(dataDir, '');
  await expect(open(dataDir)).rejects.toThrow(dataDir);
  await rm(dataDir);
  await mkdir(dataDir);
  await (await open(dataDir)).close();
});
