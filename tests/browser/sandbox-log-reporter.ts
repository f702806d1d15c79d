import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullResult, Reporter } from '@playwright/test/reporter';
import { sandboxLogs } from './sandbox/sandbox.ts';

const lastLines = 100;

/** Shows what the services under test said last, when and only when the run failed. */
export default class SandboxLogReporter implements Reporter {
  onEnd({ status }: FullResult): void {
    if (status !== 'failed' || !existsSync(sandboxLogs)) return;
    for (const log of readdirSync(sandboxLogs).map((name) => join(sandboxLogs, name))) {
      const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
      console.log(
        [`The last lines of ${log}:`, ...lines.slice(-lastLines)].map((line) => `  ${line}`).join('\n'),
      );
    }
  }
}
