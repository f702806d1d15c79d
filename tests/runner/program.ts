import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

const manifestSchema = v.object({
  bin: v.union([v.string(), v.record(v.string(), v.string())]),
});

const graceMs = 15_000;

/** A group of its own lets one signal reach a program and all that it started. Windows has no such groups. */
const hasGroups = process.platform !== 'win32';

/** The script behind the command of an installed npm package; packages with several commands are not meant. */
export const scriptOf = async (packageName: string): Promise<string> => {
  const home = join('node_modules', packageName);
  const { bin } = v.parse(manifestSchema, JSON.parse(await readFile(join(home, 'package.json'), 'utf8')));
  const script = typeof bin === 'string' ? bin : Object.values(bin)[0];
  if (script === undefined) throw new Error(`The package ${packageName} has no command`);
  return join(home, script);
};

/** When a program's output is shown: while it runs, or in one piece after its end, for programs that run side by side. */
export type Output = 'at once' | 'at its end';

/**
 * Runs a package's command with its output on this terminal.
 *
 * @param interruption ends it: asked once, and forced when it is not gone in 15 s
 * @returns whether it succeeded
 */
export const runProgram = async (
  packageName: string,
  args: readonly string[],
  interruption: AbortSignal,
  output: Output = 'at once',
): Promise<boolean> => {
  const script = await scriptOf(packageName);
  interruption.throwIfAborted();
  const stream = output === 'at once' ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', stream, stream],
    detached: hasGroups,
  });
  const kept: Buffer[] = [];
  for (const source of [child.stdout, child.stderr]) source?.on('data', (chunk: Buffer) => kept.push(chunk));

  const signal = (name: NodeJS.Signals) => {
    if (child.pid === undefined) return;
    try {
      process.kill(hasGroups ? -child.pid : child.pid, name);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  };
  let force: NodeJS.Timeout | undefined;
  const end = () => {
    signal('SIGINT');
    force = setTimeout(() => signal('SIGKILL'), graceMs);
  };
  interruption.addEventListener('abort', end, { once: true });

  try {
    return await new Promise<boolean>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code === 0));
    });
  } finally {
    interruption.removeEventListener('abort', end);
    clearTimeout(force);
    process.stdout.write(Buffer.concat(kept));
  }
};
