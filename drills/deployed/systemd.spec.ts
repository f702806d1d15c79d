import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { secretNames } from '#server/store/config/variables.ts';
import { provideFiles } from '../shared/programs.ts';

const run = promisify(execFile);
const systemdAnalyze = '/usr/bin/systemd-analyze';

/** The unit files, and the units' names in systemd. */
const units = [
  ['coffer-store@.service', 'coffer-store@5181.service'],
  ['coffer-migrate.service', 'coffer-migrate.service'],
  ['coffer-backup.service', 'coffer-backup.service'],
] as const;

/** Local paths that replace a deployment's programs, because systemd rejects programs that don't exist. */
const programs = [
  ['=/usr/bin/node ', `=${process.execPath} `],
  ['=/usr/local/sbin/coffer-backup', `=${resolve('deploy/coffer-backup')}`],
] as const;

/** Maximum of systemd's exposure score (0 to 10), in tenths. */
const mostExposure = '15';

for (const [file, name] of units)
  test(`${file} is a valid unit and stays within the limit of systemd’s exposure score`, async () => {
    provideFiles(['systemd'], systemdAnalyze);
    const folder = await mkdtemp(join(tmpdir(), 'coffer-units-'));
    try {
      const path = join(folder, name);
      const unit = await readFile(join('deploy', 'systemd', file), 'utf8');
      const [program, here] = programs.find(([one]) => unit.includes(one)) ?? ['', ''];
      expect(program).not.toBe('');
      await writeFile(path, unit.replace(program, here));
      const verified = await run(systemdAnalyze, ['verify', '--man=no', path]);
      // systemd exits with 0 even if it warns about settings that it ignores.
      expect(verified.stderr).not.toContain(name);
      await run(systemdAnalyze, ['security', '--offline=true', `--threshold=${mostExposure}`, path]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

test('the units pass each secret as a systemd credential, in a variable that the store reads', async () => {
  for (const [file] of units) {
    const unit = await readFile(join('deploy', 'systemd', file), 'utf8');
    const credentials = [...unit.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, name]) => name);
    const variables = [...unit.matchAll(/^Environment=(\w+)_FILE=%d\/([\w-]+)$/gm)];
    expect(variables.map(([, , credential]) => credential)).toEqual(credentials);
    for (const [, variable = ''] of variables) expect(secretNames()).toContain(variable);
  }
});
