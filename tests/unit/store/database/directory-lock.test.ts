import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DirectoryInUseError, lockDirectory } from '#server/store/database/directory-lock.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'coffer-lock-'));
});
afterEach(() => rm(directory, { recursive: true }));

const claimOf = (claim: Record<string, unknown>) =>
  writeFile(join(directory, 'in-use.1-x.json'), JSON.stringify({ began: null, host: hostname(), ...claim }));

describe('a directory lock', () => {
  it('is held by one process at a time, and the error names that process', async () => {
    const lock = await lockDirectory(directory);
    const second = lockDirectory(directory);
    await expect(second).rejects.toThrow(DirectoryInUseError);
    await expect(second).rejects.toThrow(`${directory} is in use by process ${process.pid}.`);
    await lock.release();
    await (await lockDirectory(directory)).release();
    expect(await readdir(directory)).toEqual([]);
  });

  it('creates a missing directory', async () => {
    const lock = await lockDirectory(join(directory, 'a', 'b'));
    await lock.release();
    await lock.release();
    expect(await readdir(join(directory, 'a', 'b'))).toEqual([]);
  });

  it('is never held twice, even if many callers request it at the same time', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => lockDirectory(directory)));
    expect(asked.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
  });

  it('is free after its holder is killed', async () => {
    const script = `
      import { lockDirectory } from '#server/store/database/directory-lock.ts';
      await lockDirectory(${JSON.stringify(directory)});
      process.stdout.write('held');
      setInterval(() => undefined, 1000);`;
    const holder = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script]);
    await once(holder.stdout, 'data');
    await expect(lockDirectory(directory)).rejects.toThrow(`is in use by process ${holder.pid}.`);

    const gone = once(holder, 'exit');
    holder.kill('SIGKILL');
    await gone;
    await (await lockDirectory(directory)).release();
  });

  it('is granted to a waiting process when its holder releases it', async () => {
    const lock = await lockDirectory(directory);
    const waiting = lockDirectory(directory, { lockTimeoutMs: 60_000 });
    await lock.release();
    await (await waiting).release();
  });

  it('is free if its holder’s process id now belongs to another process', async () => {
    await claimOf({ pid: process.pid, began: 'another-boot/1' });
    await (await lockDirectory(directory)).release();
  });

  it('is respected if its holder is on another host', async () => {
    await claimOf({ pid: 1, host: 'elsewhere' });
    await expect(lockDirectory(directory)).rejects.toThrow(/process 1 on host elsewhere .*in-use\.1-x\.json/);
  });

  it('is not taken over if its claim file is unreadable', async () => {
    await writeFile(join(directory, 'in-use.1-x.json'), '{');
    await expect(lockDirectory(directory)).rejects.toThrow('in-use.1-x.json');
  });
});
