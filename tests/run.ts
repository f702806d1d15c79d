/**
 * Runs the tests: `tsx tests/run.ts test`, what proves every capability once, `tsx tests/run.ts deep`, all the rest, or
 * one part of them with further arguments for its program (`tsx tests/run.ts faults payment-`). A failed part does not
 * keep the others from running, unless they need it.
 */
import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';
import { failuresOf } from './runner/failures.ts';
import { type Part, parts, type Run, runs } from './runner/parts.ts';
import type { Output } from './runner/program.ts';
import { notRun, type PartResult, runPart } from './runner/run-part.ts';
import { summaryOf } from './runner/summary.ts';

chdir(fileURLToPath(new URL('..', import.meta.url)));

const [wanted = '', ...programArgs] = process.argv.slice(2);

const run = runNamed(wanted);
if (run === undefined) {
  const names = [...Object.keys(runs), ...parts.map(({ name }) => name)];
  console.error(`There is no part "${wanted}". There are ${names.join(', ')}.`);
  process.exit(2);
}

if (run.length > 1 && programArgs.length > 0) {
  console.error(`"${wanted}" takes no arguments: they would be one part's.`);
  process.exit(2);
}

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());

const results: PartResult[] = [];
for (const stage of run) {
  if (interruption.signal.aborted) break;
  console.log(`\n── ${stage.map(({ name }) => name).join(' · ')}`);
  const output = stage.length === 1 ? 'at once' : 'at its end';
  results.push(...(await Promise.all(stage.map((part) => resultOf(part, output)))));
}

if (interruption.signal.aborted) {
  console.error('\nInterrupted.');
  process.exit(130);
}
const failures = failuresOf(results);
if (failures !== '') console.log(`\n${failures}`);
console.log(`\n${summaryOf(results)}`);
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;

function runNamed(name: string): Run | undefined {
  if (name === 'test' || name === 'deep') return runs[name];
  const part = parts.find((one) => one.name === name);
  return part && [[{ ...part, args: [...part.args, ...programArgs] }]];
}

async function resultOf(part: Part, output: Output): Promise<PartResult> {
  const needed = results.find(({ name }) => name === part.needs);
  if (needed !== undefined && needed.outcome !== 'passed') {
    console.log(`${part.name}: not run, because ${needed.name} failed`);
    return notRun(part);
  }
  return runPart(part, interruption.signal, output);
}
