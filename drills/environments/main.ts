/**
 * Tests the repository in temporary other environments: `npm run test:environments`, or
 * `npm run test:environments -- 'Node 22' …` for those whose names start like that. It is not part of
 * `npm test`: it takes an hour, and some environments need root.
 */
import { chmod, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';
import { copyRepository } from '../shared/folders.ts';
import { type Conditions, type Environment, install, type Step } from './environment.ts';
import { environments } from './environments.ts';
import { exitCodeOf } from './run.ts';

const logs = join('test-results', 'environments');

chdir(fileURLToPath(new URL('../..', import.meta.url)));

interface Row {
  readonly environment: string;
  readonly step: string;
  readonly outcome: 'passed' | 'failed' | 'not tried';
  /** Why the environment was skipped, or the log of its failure. */
  readonly remark: string;
  readonly seconds: number;
}

const wanted = process.argv.slice(2);
const chosen = environments.filter(
  ({ name }) => wanted.length === 0 || wanted.some((beginning) => name.startsWith(beginning)),
);
if (chosen.length === 0) {
  console.error(
    `There is no such environment. There are: ${environments.map(({ name }) => name).join('; ')}.`,
  );
  process.exit(2);
}

const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
await mkdir(logs, { recursive: true });
const rows: Row[] = [];

const tryEnvironment = async (environment: Environment): Promise<Row[]> => {
  const place = await mkdtemp(join(tmpdir(), 'coffer-environment-'));
  const folder = join(place, environment.folderName ?? 'coffer');
  const scratch = join(place, 'scratch');
  // Everyone may read the folder, because some environments run as another user.
  await mkdir(scratch);
  await chmod(place, 0o755);
  await copyRepository(folder);
  if (!environment.steps.includes(install))
    await cp('node_modules', join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  try {
    const conditions = await environment.make(folder, scratch);
    const tried: Row[] = [];
    for (const step of environment.steps) tried.push(await tryStep(environment, step, folder, conditions));
    return tried;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
};

const tryStep = async (
  environment: Environment,
  { name, command, says }: Step,
  folder: string,
  { within = [], variables = {} }: Conditions,
): Promise<Row> => {
  const log = join(logs, `${environment.name} · ${name}.log`);
  const begun = performance.now();
  const code = await exitCodeOf([...within, ...command], { folder, variables, log });
  const seconds = Math.round((performance.now() - begun) / 1000);
  const passed = says === undefined ? code === 0 : says.test(await readFile(log, 'utf8'));
  const outcome = passed ? 'passed' : 'failed';
  const remark = passed ? '' : `exit code ${code}, see ${log}`;
  console.log(`${environment.name}: ${name}: ${outcome}, ${seconds} s ${remark}`);
  return { environment: environment.name, step: name, outcome, remark, seconds };
};

for (const environment of chosen) {
  if (environment.onlyFor !== undefined && !isRoot) {
    rows.push({
      environment: environment.name,
      step: '',
      outcome: 'not tried',
      remark: `only for ${environment.onlyFor}`,
      seconds: 0,
    });
    continue;
  }
  rows.push(...(await tryEnvironment(environment)));
}
console.table(rows);
process.exitCode = rows.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
