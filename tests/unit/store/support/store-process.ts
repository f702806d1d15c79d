import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';

export interface StoreProcess {
  readonly child: ChildProcess;
  readonly output: Readable;
  /** Resolves with the whole standard error output after the process exits. */
  readonly errorOutput: Promise<string>;
}

/** Starts a store process with `environment` and `PATH`, but no other environment variables. */
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

const listening = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ event: v.picklist(['listening', 'metrics-listening']), address: v.string() }),
);

/** Returns the store's origin and drains its log. @throws {Error} if the process exits before it listens */
export const originOf = async (launched: StoreProcess): Promise<string> => (await originsOf(launched)).origin;

/** Works like {@link originOf}, but adds the metrics server's origin, if any. */
export const originsOf = async ({
  output,
}: StoreProcess): Promise<{ origin: string; metrics: string | undefined }> => {
  let origin: string | undefined;
  let metrics: string | undefined;
  for await (const line of createInterface({ input: output })) {
    const said = v.safeParse(listening, line);
    if (!said.success) continue;
    if (said.output.event === 'metrics-listening') metrics = said.output.address;
    else origin = said.output.address;
    if (origin !== undefined) break;
  }
  output.resume();
  if (origin === undefined) throw new Error('It ended before it listened');
  return { origin, metrics };
};

export const exitCode = async (child: ChildProcess): Promise<unknown> => (await once(child, 'exit'))[0];

export const endProcess = async (child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> => {
  const exited = exitCode(child);
  child.kill(signal);
  return exited;
};
