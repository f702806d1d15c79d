import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';

export interface RunOptions {
  readonly folder?: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** The file for what it says; else it says it here. */
  readonly log?: string;
}

/** Runs a command to its end: its exit code, or null where a signal ended it. */
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

/** Runs a command. @throws Error when it fails */
export const run = async (command: readonly string[], options: RunOptions = {}): Promise<void> => {
  const code = await exitCodeOf(command, options);
  if (code !== 0) throw new Error(`${command.join(' ')} failed (${code})`);
};
