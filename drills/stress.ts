/**
 * `npm run test:stress [-- FILE…]` runs the suites in random order, with four workers, but no more browsers than cores.
 * Each page's CPU is throttled to a quarter. Chromium does that by keeping the CPU busy, so more pages than cores get far
 * less. With parts of file names, it runs only those tests, ten times each. It prints its seed; `SEED=N` repeats an order.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';

const workers = 4;

const names = process.argv.slice(2);
const { SEED: seed = String(randomInt(1_000_000)) } = process.env;
const env = { ...process.env, SEED: seed, CPU: '4' };
console.log(`SEED=${seed} npm run test:stress -- ${names.join(' ')}`);

const run = (...command: string[]): void => {
  const { status } = spawnSync('npx', [...command, ...names], { stdio: 'inherit', env });
  if (status !== 0) process.exitCode = 1;
};

const vitest = ['vitest', 'run', '--passWithNoTests', `--maxWorkers=${workers}`, `--sequence.seed=${seed}`];
const shuffle = ['--sequence.shuffle.files', '--sequence.shuffle.tests'];
const suites = ['unit', 'models*', 'processes', 'properties', 'kills'].map((name) => `--project=${name}`);
// Run Vitest repeatedly, because it has no option to repeat tests.
const times = names.length === 0 ? 1 : 10;
for (let time = 0; time < times; time += 1) run(...vitest, ...shuffle, ...suites);

const playwright = ['playwright', 'test', '--config', 'tests/playwright.config.ts', '--pass-with-no-tests'];
const pages = ['acceptance', 'browser', 'faults', 'models-browser', 'gallery'].map(
  (name) => `--project=${name}`,
);
const browsers = `--workers=${Math.min(workers, availableParallelism())}`;
run(...playwright, ...pages, browsers, '--shuffle', seed, '--global-timeout=0', `--repeat-each=${times}`);
