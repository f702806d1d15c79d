import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Terminal } from './program.ts';

/** The process's standard input and outputs. */
export const terminal: Terminal = {
  print: (text) => void process.stdout.write(`${text}\n`),
  writeError: (text) => void process.stderr.write(`${text}\n`),
  async readLine() {
    const lines = createInterface({ input: process.stdin });
    const line = await Promise.race([
      once(lines, 'line').then(([typed]) => String(typed)),
      once(lines, 'close').then(() => ''),
    ]);
    lines.close();
    process.stdin.pause();
    return line;
  },
};
