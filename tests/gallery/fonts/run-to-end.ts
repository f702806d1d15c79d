import { type SpawnOptions, spawn } from 'node:child_process';

/** Runs a program with its output on this terminal; resolves with its exit code, and with none if there is no such program. */
export const runToEnd = (
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<number | null> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
