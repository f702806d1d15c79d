/**
 * Tests the repository in other environments: `npm run test:environments`, or
 * `npm run test:environments -- 'Node 22' …` for environments whose names start with that text. It is not part of
 * `npm test`, because it takes an hour and some environments need root.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chdir } from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { copyRepository } from '../shared/folders.ts';
import { environments, install } from './environments.ts';

const logs = join('test-results', 'environments');

chdir(fileURLToPath(new URL('../..', import.meta.url)));

const wanted = process.argv.slice(2);
const chosen = environments.filter(
  ({ name }) => wanted.length === 0 || wanted.some((beginning) => name.startsWith(beginning)),
);
if (chosen.length === 0)
  throw new Error(`There are only these environments: ${environments.map(({ name }) => name).join('; ')}.`);

const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
await mkdir(logs, { recursive: true });

for (const { name: environment, onlyFor, folderName = 'coffer', make, steps } of chosen)
  test(environment, { skip: onlyFor !== undefined && !isRoot && `only for ${onlyFor}` }, async (context) => {
    const place = await mkdtemp(join(tmpdir(), 'coffer-environment-'));
    context.after(() => rm(place, { recursive: true, force: true }));
    const folder = join(place, folderName);
    const scratch = join(place, 'scratch');
    // Make the folder readable by everyone, because some environments run as another user.
    await mkdir(scratch);
    await chmod(place, 0o755);
    await copyRepository(folder);
    if (!steps.includes(install))
      await cp('node_modules', join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
    const { within = [], variables = {} } = (await make?.(folder, scratch)) ?? {};
    for (const { name, command, says } of steps)
      await context.test(name, async () => {
        const log = join(logs, `${environment} · ${name}.log`);
        const output = openSync(log, 'w');
        const [program = '', ...args] = [...within, ...command];
        const env = { ...process.env, ...variables };
        const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', output, output] });
        closeSync(output);
        await once(child, 'exit');
        const passed = says === undefined ? child.exitCode === 0 : says.test(await readFile(log, 'utf8'));
        if (!passed) throw new Error(`Exit code ${child.exitCode}, see ${log}`);
      });
  });
