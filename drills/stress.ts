/**
 * Runs the tests as on a bad day: each page's CPU four times slower, four workers whatever the machine has, and the tests
 * in an order shuffled by a printed seed. `npm run test:stress [-- --seed N] [FILE…]`; with the names of test files, or
 * parts of them, only their tests, ten times each.
 */
import { randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Part, runs } from '#tests/runner/parts.ts';
import { runStages } from '#tests/runner/run-stages.ts';

const slowdown = 4;
const workers = 4;
const repetitions = 10;

chdir(fileURLToPath(new URL('..', import.meta.url)));

const { values, positionals: names } = parseArgs({
  options: { seed: { type: 'string' } },
  allowPositionals: true,
});
const { seed = String(randomInt(1_000_000)) } = values;
console.log(`Seed ${seed}: npm run test:stress -- --seed ${seed} ${names.join(' ')}`);
process.env['CPU'] = String(slowdown);

/** The part under stress as often as it is to run; not at all when no file of it is meant. */
const stressed = async (part: Part): Promise<Part[]> => {
  const files = await filesMeant(part);
  if (names.length > 0 && files.length === 0) return [];
  const changed = (...args: string[]): Part => ({ ...part, args: [...part.args, ...args, ...files] });
  if (part.program === '@playwright/test') {
    const repeat = names.length === 0 ? [] : [`--repeat-each=${repetitions}`];
    return [changed(`--workers=${workers}`, '--shuffle', seed, '--global-timeout=0', ...repeat)];
  }
  // Vitest has no option that repeats a test.
  const times = names.length === 0 ? 1 : repetitions;
  const shuffle = ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${seed}`];
  return Array.from({ length: times }, () => changed(`--maxWorkers=${workers}`, ...shuffle));
};

const filesMeant = async ({ suite }: Part): Promise<string[]> => {
  if (suite === undefined) return [];
  const found = await Promise.all(
    suite.folders.map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((file) => join(folder, file)),
    ),
  );
  return found
    .flat()
    .filter((file) => suite.testFiles.test(file) && names.some((name) => file.includes(name)));
};

const stages = (await Promise.all(runs.stress.flat().map(stressed))).flat().map((part) => [part]);
if (stages.length === 0) {
  console.error(`No test file is called ${names.join(' or ')}.`);
  process.exit(2);
}
await runStages(stages);
