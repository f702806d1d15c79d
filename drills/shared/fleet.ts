import { setTimeout as delay } from 'node:timers/promises';
import { type RunningProgram, startProgram } from './program.ts';

export interface Fleet {
  readonly ports: readonly number[];
  /** Stops a process with SIGTERM and starts one from `folder`. Resolves when it is ready. */
  replace(index: number, folder: string): Promise<void>;
  kill(index: number): Promise<void>;
  restart(index: number): Promise<void>;
  /** How many processes ended without the fleet stopping them. */
  failures(): number;
  stop(): Promise<void>;
}

export interface FleetOptions {
  /** Restarts a process whenever it ends, as systemd does. */
  readonly isSupervised?: boolean;
  readonly onStart?: (index: number, pid: number | undefined) => void;
}

interface Place {
  readonly index: number;
  running: RunningProgram;
  port: number;
  folder: string;
}

const listening = /"address":"http:\/\/127\.0\.0\.1:(\d+)"/;
const askAgainMs = 20;

/** @throws Error with the process's output if it ends before it is ready */
const untilReady = async ({ port, running }: Place): Promise<void> => {
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (running.hasEnded()) throw new Error(`The store ended.\n${running.output()}`);
    await delay(askAgainMs);
  }
};

/** @param environment the store's, without `PORT` */
export const startFleet = async (
  count: number,
  folder: string,
  environment: Readonly<Record<string, string>>,
  { isSupervised = false, onStart }: FleetOptions = {},
): Promise<Fleet> => {
  const places: Place[] = [];
  const ending = new Set<RunningProgram>();
  let failures = 0;

  const launch = (index: number, from: string, port: number): RunningProgram => {
    const running = startProgram(process.execPath, ['main.js'], {
      cwd: from,
      env: { ...environment, PORT: String(port) },
    });
    onStart?.(index, running.child.pid);
    running.child.once('exit', () => {
      if (ending.has(running)) return;
      failures += 1;
      // A process that failed before listening has no place yet; restarting it would loop.
      const place = places[index];
      if (isSupervised && place !== undefined) place.running = launch(index, from, place.port);
    });
    return running;
  };
  const end = async ({ running }: Place, signal: NodeJS.Signals): Promise<void> => {
    ending.add(running);
    await running.end(signal);
  };
  const start = async (place: Place): Promise<void> => {
    place.running = launch(place.index, place.folder, place.port);
    await place.running.says(listening);
    await untilReady(place);
  };
  const placeAt = (index: number): Place => {
    const place = places[index];
    if (place === undefined) throw new Error(`There is no process ${index}.`);
    return place;
  };
  const stop = async (): Promise<void> => {
    await Promise.all(places.map((place) => end(place, 'SIGTERM')));
  };

  try {
    for (let index = 0; index < count; index += 1) {
      const running = launch(index, folder, 0);
      const [, port] = await running.says(listening);
      const place = { index, running, port: Number(port), folder };
      places.push(place);
      await untilReady(place);
    }
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    ports: places.map(({ port }) => port),
    async replace(index, from) {
      const place = placeAt(index);
      await end(place, 'SIGTERM');
      place.folder = from;
      await start(place);
    },
    kill: (index) => end(placeAt(index), 'SIGKILL'),
    restart: (index) => start(placeAt(index)),
    failures: () => failures,
    stop,
  };
};
