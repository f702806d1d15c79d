import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';

/** A process of the store that was begun. */
export interface StoreProcess {
  readonly child: ChildProcess;
  /** Its log, as JSON lines. */
  readonly output: Readable;
  /** All of its standard error, once it has ended. */
  readonly errorOutput: Promise<string>;
}

/**
 * Begins a process of the store whose environment is this and nothing else.
 *
 * @param execArgv what Node is told before the script
 * @param args of the script
 */
export const launchStore = (
  script: string,
  environment: Readonly<Record<string, string>>,
  execArgv: readonly string[],
  args: readonly string[] = [],
): StoreProcess => {
  const { PATH } = process.env;
  const child = fork(script, args, {
    env: { PATH, ...environment },
    execArgv: [...execArgv],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  if (child.stdout === null || child.stderr === null) throw new Error('The process has no output.');
  return { child, output: child.stdout, errorOutput: text(child.stderr) };
};

const listening = v.object({
  event: v.picklist(['listening', 'metrics-listening']),
  address: v.string(),
});

/**
 * Where a process listens. Its log goes on unread.
 *
 * @throws when it ended before
 */
export const originOf = async (launched: StoreProcess): Promise<string> => (await originsOf(launched)).origin;

/** As {@link originOf}, and where its metrics are, if they are anywhere. */
export const originsOf = async ({
  output,
}: StoreProcess): Promise<{ origin: string; metrics: string | undefined }> => {
  let origin: string | undefined;
  let metrics: string | undefined;
  for await (const line of createInterface({ input: output })) {
    const said = v.safeParse(listening, JSON.parse(line));
    if (!said.success) continue;
    if (said.output.event === 'metrics-listening') metrics = said.output.address;
    else origin = said.output.address;
    if (origin !== undefined) break;
  }
  output.resume();
  if (origin === undefined) throw new Error('It ended before it listened');
  return { origin, metrics };
};

/** The code with which a process ends. */
export const exitCode = async (child: ChildProcess): Promise<unknown> => (await once(child, 'exit'))[0];

/** Ends a process by a signal. @returns its exit code */
export const endProcess = async (child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> => {
  const exited = exitCode(child);
  child.kill(signal);
  return exited;
};
