import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface RunningProgram {
  readonly child: ChildProcess;
  output(): string;
  hasEnded(): boolean;
  /** Resolves with the first match in the output. Rejects with the output if the program ends first. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  end(signal?: NodeJS.Signals): Promise<void>;
}

export const startProgram = (
  command: string,
  args: readonly string[],
  options: Omit<SpawnOptions, 'stdio'> = {},
): RunningProgram => {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const listeners = new Set<() => void>();
  const hear = (chunk: Buffer) => {
    output += chunk;
    for (const listener of listeners) listener();
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  const ended = once(child, 'close');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    child,
    output: () => output,
    hasEnded,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const listener = () => {
          const found = pattern.exec(output);
          if (found === null) return;
          listeners.delete(listener);
          resolve(found);
        };
        listeners.add(listener);
        ended.then(
          () => reject(new Error(`${command} ended.\n${output}`)),
          (error: unknown) => reject(error),
        );
        listener();
      }),
    async end(signal = 'SIGTERM') {
      if (!hasEnded()) child.kill(signal);
      await ended;
    },
  };
};
