import { type SpawnOptions, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';

export type RunningProgram = ReturnType<typeof startProgram>;

export const startProgram = (
  command: string,
  args: readonly string[],
  options: Omit<SpawnOptions, 'stdio'> = {},
) => {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  const heard = new EventEmitter();
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk;
      heard.emit('output');
    });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    child,
    output: () => output,
    hasEnded,
    /** Resolves with the first match in the output. Rejects with the output if the program exits first. */
    async says(pattern: RegExp): Promise<RegExpExecArray> {
      for (let isOver = false; ; ) {
        const found = pattern.exec(output);
        if (found !== null) return found;
        if (isOver) throw new Error(`${command} ended.\n${output}`);
        isOver = await Promise.race([once(heard, 'output').then(() => false), ended.then(() => true)]);
      }
    },
    async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
      if (!hasEnded()) child.kill(signal);
      await ended;
    },
  };
};
