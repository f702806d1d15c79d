import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullResult, Reporter } from '@playwright/test/reporter';
import { localLogs } from './local/services.ts';

const lastLines = 100;

export default class LocalLogReporter implements Reporter {
  onEnd({ status }: FullResult): void {
    if (status !== 'failed' || !existsSync(localLogs)) return;
    for (const log of readdirSync(localLogs).map((name) => join(localLogs, name))) {
      const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
      console.log(
        [`The last lines of ${log}:`, ...lines.slice(-lastLines)].map((line) => `  ${line}`).join('\n'),
      );
    }
  }
}
