/**
 * Runs the whole suite, or only the parts that are named: `tsx tests/run.ts [types|lint|unit|models|build|browser|faults]…`
 * A failed part does not keep the others from running, unless they need it.
 */
import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parts } from './runner/parts.ts';
import { notRun, type PartResult, runPart } from './runner/run-part.ts';
import { summaryOf } from './runner/summary.ts';

chdir(fileURLToPath(new URL('..', import.meta.url)));

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(', ')}. There are ${parts.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());

const results: PartResult[] = [];
for (const part of parts) {
  if (interruption.signal.aborted) break;
  if (wanted.length > 0 && !wanted.includes(part.name)) continue;
  const needed = results.find(({ name }) => name === part.needs);
  if (needed !== undefined && needed.outcome !== 'passed') {
    console.log(`\n── ${part.name}: not run, because ${needed.name} failed`);
    results.push(notRun(part));
    continue;
  }
  console.log(`\n── ${part.name}`);
  results.push(await runPart(part, interruption.signal));
}

if (interruption.signal.aborted) {
  console.error('\nInterrupted.');
  process.exit(130);
}
console.log(`\n${summaryOf(results)}`);
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
