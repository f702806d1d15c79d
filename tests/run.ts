/**
 * Runs the tests: `tsx tests/run.ts test`, what proves every capability once, `tsx tests/run.ts deep`, all the rest,
 * `tsx tests/run.ts soak`, repetition and combinations, or one part of them with further arguments for its program (`tsx tests/run.ts faults payment-`).
 */
import { randomInt } from 'node:crypto';
import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parts, type Run, runs } from './runner/parts.ts';
import { runStages } from './runner/run-stages.ts';

chdir(fileURLToPath(new URL('..', import.meta.url)));

const [wanted = '', ...programArgs] = process.argv.slice(2);

const runNamed = (name: string): Run | undefined => {
  if (name === 'test' || name === 'deep' || name === 'soak') return runs[name];
  const part = parts.find((one) => one.name === name);
  return part && [[{ ...part, args: [...part.args, ...programArgs] }]];
};

const run = runNamed(wanted);
if (run === undefined) {
  const names = ['test', 'deep', 'soak', ...parts.map(({ name }) => name)];
  console.error(`There is no part "${wanted}". There are ${names.join(', ')}.`);
  process.exit(2);
}
if (run.length > 1 && programArgs.length > 0) {
  console.error(`"${wanted}" takes no arguments: they would be one part's.`);
  process.exit(2);
}
if (wanted === 'soak') {
  process.env['SOAK'] = '1';
  process.env['SEED'] ??= String(randomInt(2 ** 31));
  process.env['KILL_CYCLES'] ??= '500';
  process.env['PROPERTY_RUNS'] ??= '2000';
  console.log(`SEED=${process.env['SEED']} npm run test:soak repeats this run.`);
}
await runStages(run);
