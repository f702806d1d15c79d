import { existsSync, readFileSync } from 'node:fs';
import type { FullResult, Reporter } from '@playwright/test/reporter';
import { sandboxLog } from './sandbox/sandbox.ts';

const lastLines = 100;

/** Shows what the services under test said last, when and only when the run failed. */
export default class SandboxLogReporter implements Reporter {
  onEnd({ status }: FullResult): void {
    if (status !== 'failed' || !existsSync(sandboxLog)) return;
    const lines = readFileSync(sandboxLog, 'utf8').trimEnd().split('\n');
    console.log(
      [`The last lines of ${sandboxLog}:`, ...lines.slice(-lastLines)].map((line) => `  ${line}`).join('\n'),
    );
  }
}
