import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';

export interface RunOptions {
  readonly folder?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly log?: string;
}

/** Resolves with the exit code, or null after a signal. */
export const exitCodeOf = async (
  [program = '', ...args]: readonly string[],
  { folder, variables, log }: RunOptions = {},
): Promise<number | null> => {
  const output = log === undefined ? 'inherit' : openSync(log, 'w');
  try {
    const child = spawn(program, args, {
      ...(folder !== undefined && { cwd: folder }),
      env: { ...process.env, ...variables },
      stdio: ['ignore', output, output],
    });
    await once(child, 'exit');
    return child.exitCode;
  } finally {
    if (typeof output === 'number') closeSync(output);
  }
};

/** @throws Error if the command fails */
export const run = async (command: readonly string[], options: RunOptions = {}): Promise<void> => {
  const code = await exitCodeOf(command, options);
  if (code !== 0) throw new Error(`${command.join(' ')} failed (${code})`);
};
