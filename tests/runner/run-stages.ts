import { NoChromiumError, provideChromium } from '../browser/chromium.ts';
import { failuresOf } from './failures.ts';
import type { Part, Run } from './parts.ts';
import type { Output } from './program.ts';
import { notRun, type PartResult, runPart } from './run-part.ts';
import { summaryOf } from './summary.ts';

/**
 * Runs all stages, and tells at the end which tests failed, and how many passed. A failed part does not keep the others
 * from running, unless they need it. Interrupted by a signal, it ends this process.
 */
export const runStages = async (run: Run): Promise<void> => {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());

  if (run.flat().some(({ program }) => program === '@playwright/test') && !(await hasChromium())) {
    console.log('\n0 passed, 1 failed');
    process.exitCode = 1;
    return;
  }

  const results: PartResult[] = [];
  const resultOf = async (part: Part, output: Output): Promise<PartResult> => {
    const needed = results.find(({ name }) => name === part.needs);
    if (needed === undefined || needed.outcome === 'passed')
      return runPart(part, interruption.signal, output);
    console.log(`${part.name}: not run, because ${needed.name} failed`);
    return notRun(part);
  };
  for (const stage of run) {
    if (interruption.signal.aborted) break;
    console.log(`\n── ${stage.map(({ name }) => name).join(' · ')}`);
    const outputOf = (part: Part) => (part === stage.at(-1) ? 'at once' : 'at its end');
    results.push(...(await Promise.all(stage.map((part) => resultOf(part, outputOf(part))))));
  }

  if (interruption.signal.aborted) {
    console.error('\nInterrupted.');
    process.exit(130);
  }
  const failures = failuresOf(results);
  if (failures !== '') console.log(`\n${failures}`);
  console.log(`\n${summaryOf(results)}`);
  process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
};

/** Looked for before anything runs: nobody is to learn after minutes that there is no browser. */
const hasChromium = async (): Promise<boolean> => {
  try {
    await provideChromium();
    return true;
  } catch (error) {
    if (!(error instanceof NoChromiumError)) throw error;
    console.error(error.message);
    return false;
  }
};
