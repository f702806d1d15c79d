import { setTimeout as delay } from 'node:timers/promises';
import { type RunningProgram, startProgram } from '../deployed/program.ts';

/** Processes of the built store, each at a port that it keeps. */
export interface Fleet {
  readonly ports: readonly number[];
  /** Ends one as an upgrade does, by SIGTERM, and starts one from a folder in its place. Resolves when that is ready. */
  replace(index: number, folder: string): Promise<void>;
  /** Kills one without warning. */
  kill(index: number): Promise<void>;
  /** Starts one again that is gone. Resolves when it is ready. */
  restart(index: number): Promise<void>;
  stop(): Promise<void>;
}

interface Place {
  running: RunningProgram;
  readonly port: number;
  folder: string;
}

const listening = /"address":"http:\/\/127\.0\.0\.1:(\d+)"/;
const askAgainMs = 20;

/** @throws Error with all that it said when it ends before it is ready */
const untilReady = async (port: number, running: RunningProgram): Promise<void> => {
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

/**
 * Starts processes of the store that is in a folder, and waits until all are ready.
 *
 * @param environment the store's, without `PORT`
 */
export const startFleet = async (
  count: number,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<Fleet> => {
  const launch = (from: string, port: string) =>
    startProgram(process.execPath, ['main.js'], { cwd: from, env: { ...environment, PORT: port } });
  const start = async (place: Place): Promise<void> => {
    place.running = launch(place.folder, String(place.port));
    await place.running.says(listening);
    await untilReady(place.port, place.running);
  };

  const places: Place[] = [];
  for (let index = 0; index < count; index += 1) {
    const running = launch(folder, '0');
    const [, port] = await running.says(listening);
    places.push({ running, port: Number(port), folder });
    await untilReady(Number(port), running);
  }
  const placeAt = (index: number): Place => {
    const place = places[index];
    if (place === undefined) throw new Error(`There is no process ${index}.`);
    return place;
  };

  return {
    ports: places.map(({ port }) => port),
    async replace(index, from) {
      const place = placeAt(index);
      await place.running.end('SIGTERM');
      place.folder = from;
      await start(place);
    },
    kill: (index) => placeAt(index).running.end('SIGKILL'),
    restart: (index) => start(placeAt(index)),
    async stop() {
      await Promise.all(places.map(({ running }) => running.end('SIGTERM')));
    },
  };
};
