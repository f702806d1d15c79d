/**
 * Runs the whole suite, or one part of it with further arguments for its program: `tsx tests/run.ts [part [argument…]]`.
 * A failed part does not keep the others from running, unless they need it.
 */
import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';
import { failuresOf } from './runner/failures.ts';
import { parts } from './runner/parts.ts';
import { notRun, type PartResult, runPart } from './runner/run-part.ts';
import { summaryOf } from './runner/summary.ts';

chdir(fileURLToPath(new URL('..', import.meta.url)));

const [wanted, ...programArgs] = process.argv.slice(2);
const chosen = parts.filter(({ name }) => wanted === undefined || wanted === name);
if (chosen.length === 0) {
  console.error(`There is no part ${wanted}. There are ${parts.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());

const results: PartResult[] = [];
for (const part of chosen) {
  if (interruption.signal.aborted) break;
  const needed = results.find(({ name }) => name === part.needs);
  if (needed !== undefined && needed.outcome !== 'passed') {
    console.log(`\n── ${part.name}: not run, because ${needed.name} failed`);
    results.push(notRun(part));
    continue;
  }
  console.log(`\n── ${part.name}`);
  results.push(await runPart({ ...part, args: [...part.args, ...programArgs] }, interruption.signal));
}

if (interruption.signal.aborted) {
  console.error('\nInterrupted.');
  process.exit(130);
}
const failures = failuresOf(results);
if (failures !== '') console.log(`\n${failures}`);
console.log(`\n${summaryOf(results)}`);
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
