import { setTimeout as delay } from 'node:timers/promises';
import type { DisposableStack } from '#local-services/disposable-stack.ts';
import { type RunningProgram, startProgram } from './program.ts';

export interface FleetOptions {
  /** Whether to restart a process whenever it exits, as systemd does. */
  readonly isSupervised?: boolean;
  readonly onStart?: (index: number, pid: number | undefined) => void;
}

interface Place {
  readonly index: number;
  folder: string;
  /** The port, or 0 until the first process listens. Later processes get the same port. */
  port: number;
  running: RunningProgram | undefined;
}

const listening = /"address":"http:\/\/127\.0\.0\.1:(\d+)"/;
const pollMs = 20;

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Starts store processes. @param environment their environment variables, without `PORT` */
export const startFleet = async (
  disposables: DisposableStack,
  { count, folder }: { readonly count: number; readonly folder: string },
  environment: Readonly<Record<string, string>>,
  { isSupervised = false, onStart }: FleetOptions = {},
) => {
  const places = Array.from(
    { length: count },
    (_, index): Place => ({ index, folder, port: 0, running: undefined }),
  );
  const ending = new Set<RunningProgram>();
  let failures = 0;

  const end = async ({ running }: Place, signal: NodeJS.Signals): Promise<void> => {
    if (running === undefined) return;
    ending.add(running);
    await running.end(signal);
  };
  /** Starts a process. @throws {Error} with its output if the process exits before it is ready */
  const start = async (place: Place): Promise<void> => {
    const env = { ...environment, PORT: String(place.port) };
    const running = startProgram(process.execPath, ['main.js'], { cwd: place.folder, env });
    place.running = running;
    onStart?.(place.index, running.child.pid);
    running.child.once('exit', () => {
      if (ending.has(running)) return;
      failures += 1;
      // Don't restart a process that exited before it listened, because it would fail forever.
      if (isSupervised && place.port !== 0) start(place).catch(() => undefined);
    });
    place.port = Number((await running.says(listening))[1]);
    while (!(await isReady(place.port))) {
      if (running.hasEnded()) throw new Error(`The store ended.\n${running.output()}`);
      await delay(pollMs);
    }
  };
  const placeAt = (index: number): Place => {
    const place = places[index];
    if (place === undefined) throw new Error(`There is no process ${index}.`);
    return place;
  };

  disposables.defer(async () => {
    await Promise.all(places.map((place) => end(place, 'SIGTERM')));
  });
  for (const place of places) await start(place);

  return {
    ports: places.map(({ port }) => port),
    /** Stops a process with SIGTERM and starts one from another folder. Resolves when it is ready. */
    async replace(index: number, from: string): Promise<void> {
      const place = placeAt(index);
      await end(place, 'SIGTERM');
      place.folder = from;
      await start(place);
    },
    kill: (index: number) => end(placeAt(index), 'SIGKILL'),
    restart: (index: number) => start(placeAt(index)),
    output: (index: number): string => placeAt(index).running?.output() ?? '',
    says: (index: number, pattern: RegExp) => placeAt(index).running?.says(pattern),
    /** Returns how many processes exited without being stopped. */
    failures: () => failures,
  };
};
