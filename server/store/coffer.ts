import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { runCoffer } from './operator/run.ts';
import { openTools } from './operator/tools.ts';

/** Runs operator commands. Reads the same environment variables as the store. */

const readLine = async (): Promise<string> => {
  const lines = createInterface({ input: process.stdin });
  const line = await Promise.race([
    once(lines, 'line').then(([typed]) => String(typed)),
    once(lines, 'close').then(() => ''),
  ]);
  lines.close();
  process.stdin.pause();
  return line;
};

process.exitCode = await runCoffer(
  process.argv.slice(2),
  {
    print: (text) => process.stdout.write(`${text}\n`),
    writeError: (text) => process.stderr.write(`${text}\n`),
    readLine,
  },
  () => openTools(process.env),
);
