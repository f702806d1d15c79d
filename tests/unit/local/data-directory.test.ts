import { access, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadOrCreateSecret, openDataDirectory } from '#local/data-directory.ts';
import { StartError } from '#local/options.ts';
import { makeDirectory } from '../../../packages/local-services/test/serving.ts';

test('Coffer’s own data directory can be opened again', async () => {
  const dataDir = join(await makeDirectory(), 'made', 'here');
  await (await openDataDirectory(dataDir, false)).release();
  const { paths, release } = await openDataDirectory(dataDir, false);
  expect(paths.gateway).toBe(join(dataDir, 'gateway'));
  await release();
});

test('a data directory whose path is too long for a socket is refused', async () => {
  const dataDir = join(await makeDirectory(), 'long'.repeat(30));
  const why = `${dataDir} is too long for a socket's path. Set DATA_DIR to a shorter one.`;
  await expect(openDataDirectory(dataDir, false)).rejects.toThrow(new StartError(why));
});

test('only one process can use a data directory', async () => {
  const dataDir = await makeDirectory();
  const first = await openDataDirectory(dataDir, false);
  await expect(openDataDirectory(dataDir, true)).rejects.toThrow(StartError);
  await first.release();
  await (await openDataDirectory(dataDir, false)).release();
});

test('a fresh start deletes only Coffer’s own files', async () => {
  const dataDir = await makeDirectory();
  const { paths, release } = await openDataDirectory(dataDir, false);
  await mkdir(paths.store);
  await writeFile(join(paths.store, 'books'), '1');
  await writeFile(paths.securityKey, 'k');
  await writeFile(join(dataDir, 'notes.txt'), 'mine');
  await release();

  await (await openDataDirectory(dataDir, true)).release();
  await expect(access(paths.store)).rejects.toThrow('ENOENT');
  await expect(access(paths.securityKey)).rejects.toThrow('ENOENT');
  expect(await readFile(join(dataDir, 'notes.txt'), 'utf8')).toBe('mine');
});

test.each(['sales.jsonl', 'transactions.json'])(
  'Coffer rejects an older version’s %s until a fresh start',
  async (name) => {
    const dataDir = await makeDirectory();
    const { paths, release } = await openDataDirectory(dataDir, false);
    await mkdir(paths.gateway);
    await writeFile(join(paths.gateway, name), '');
    await release();
    await expect(openDataDirectory(dataDir, false)).rejects.toThrow(
      new StartError(`${dataDir} has an older version's data. Start over with: npm start -- --fresh`),
    );
    await (await openDataDirectory(dataDir, true)).release();
  },
);

test.each([true, false])('a directory with other files is left unchanged (fresh: %s)', async (fresh) => {
  const dataDir = await makeDirectory();
  await mkdir(join(dataDir, 'store'));
  await expect(openDataDirectory(dataDir, fresh)).rejects.toThrow(
    new StartError(`${dataDir} holds files that are not Coffer's. Set DATA_DIR to another directory.`),
  );
  await access(join(dataDir, 'store'));
});

test('the secret file is created once, and only its owner can read it', async () => {
  const path = join(await makeDirectory(), 'key');
  const secret = await loadOrCreateSecret(path);
  expect(secret).toMatch(/^[\w-]{32}$/);
  expect(await loadOrCreateSecret(path)).toBe(secret);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});
