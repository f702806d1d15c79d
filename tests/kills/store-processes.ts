import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { endProcess, launchStore, originOf } from '../unit/store/support/store-process.ts';

export interface StoreProgram {
  readonly script: string;
  readonly execArgv: readonly string[];
}

const fromSource: StoreProgram = {
  script: fileURLToPath(new URL('../../server/store/main.ts', import.meta.url)),
  execArgv: ['--import', 'tsx'],
};

/** Store processes that share a database. A process that exits restarts, unless it never listened. */
export interface StoreProcesses {
  /** Returns the next listening process's port, or undefined if none listens. */
  port(): number | undefined;
  kill(index: number): void;
  /** Resolves when all processes listen. Rejects if one exits first without a kill. */
  ready(): Promise<void>;
  pids(): readonly number[];
  /** Returns how many processes exited without a kill. */
  failures(): number;
  stop(): Promise<void>;
}

interface Place {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown>;
  port: number | undefined;
  /** Settles when the process listens or exits. */
  started: Promise<unknown>;
}

/** Starts store processes. @param environment their environment variables, without `PORT` */
export const createStoreProcesses = (
  count: number,
  environment: Readonly<Record<string, string>>,
  { script, execArgv }: StoreProgram = fromSource,
): StoreProcesses => {
  let stopping: Promise<unknown> | undefined;
  let turn = 0;
  let failures = 0;

  const launch = (): Place => {
    const launched = launchStore(script, { ...environment, PORT: '0' }, execArgv);
    const { child, errorOutput } = launched;
    const exited = once(child, 'exit');
    const place: Place = { child, exited, port: undefined, started: exited };
    const listens = (origin: string) => {
      if (places.includes(place)) place.port = Number(new URL(origin).port);
    };
    place.started = originOf(launched).then(listens, async () => {
      const [code, signal] = await exited;
      if (signal === 'SIGKILL') return;
      throw new Error(`${script} ended before it listened (exit code ${code}). ${await errorOutput}`);
    });
    // Prevent an unhandled rejection; `ready` still gets the error.
    place.started.catch(() => undefined);
    child.once('exit', (_code, signal) => {
      if (stopping !== undefined) return;
      if (signal !== 'SIGKILL') failures += 1;
      if (signal === 'SIGKILL' || place.port !== undefined) places[places.indexOf(place)] = launch();
    });
    return place;
  };
  const places: Place[] = [];
  for (let index = 0; index < count; index += 1) places.push(launch());

  return {
    port() {
      const ports = places.flatMap(({ port }) => port ?? []);
      turn += 1;
      return ports[turn % ports.length];
    },
    kill(index) {
      const place = places[index];
      if (place === undefined) return;
      place.port = undefined;
      place.started = place.exited;
      place.child.kill('SIGKILL');
    },
    async ready() {
      // Wait again for processes that replaced killed ones during the wait.
      for (
        let waiting = places;
        waiting.length > 0;
        waiting = places.filter(({ port }) => port === undefined)
      )
        await Promise.all(waiting.map(({ started }) => started));
    },
    pids: () => places.flatMap(({ child }) => child.pid ?? []),
    failures: () => failures,
    async stop() {
      stopping ??= Promise.all(places.map(({ child }) => end(child)));
      await stopping;
    },
  };
};

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await endProcess(child, 'SIGTERM');
};
