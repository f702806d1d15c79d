import { composeStore } from '#server/store/app.ts';
import type { StoreConfig } from '#server/store/config.ts';
import type { Database, Queryable } from '#server/store/database/database.ts';
import { fetchForm } from '#server/store/gateway/fetch-form.ts';
import { noMeter } from '#server/store/metrics/meter.ts';
import type { SendLocks } from '#server/store/payments/send-locks.ts';

/** The store API as a process that can die at any moment, and its successors on the same database and machine. */
export interface KillableStore {
  /** Answers as long as it lives. A request that its death catches is cut, as is one that comes while it is down. */
  handle(request: Request): Promise<Response>;
  /** Its machine dies, and with it what was deployed before: what they wait for never comes. */
  kill(): void;
  /** Starts a successor unless one is alive, and has it look up what was left open. */
  revive(): Promise<void>;
  /** Starts a successor beside it, as a deployment does: what it was asked before, the old one still answers. */
  deploy(): Promise<void>;
  /** Looks up what is due, and works off what it was told, as a living store does by itself. */
  sweep(): Promise<void>;
}

interface StoreProcess {
  readonly store: ReturnType<typeof composeStore>;
  readonly death: Promise<never>;
  end(): void;
}

export const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

export const createKillableStore = (
  config: StoreConfig,
  database: Database,
  sendLocks: SendLocks,
): KillableStore => {
  let running: StoreProcess | undefined;
  /** With those that still answer what they were asked before a deployment. */
  let living: StoreProcess[] = [];

  const begin = (): StoreProcess => {
    let alive = true;
    let die: (reason: Error) => void = () => undefined;
    const death = new Promise<never>((_, reject) => {
      die = reject;
    });
    death.catch(() => undefined);
    const store = composeStore(
      { config, database: whileAlive(database, () => alive), log: silentLog },
      noMeter,
      { send: fetchForm, sendLocks },
    );
    return {
      store,
      death,
      end() {
        alive = false;
        die(new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }));
      },
    };
  };

  const deploy = async (): Promise<void> => {
    running = begin();
    living.push(running);
    await untilDeath(running, running.store.poolKeys.fetch());
    await untilDeath(running, work(running, 'all'));
  };

  return {
    deploy,
    async handle(request) {
      if (running === undefined) throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
      return Promise.race([running.store.app.fetch(request), running.death]);
    },
    kill() {
      for (const { end } of living) end();
      living = [];
      running = undefined;
    },
    async revive() {
      if (running === undefined) await deploy();
    },
    async sweep() {
      if (running !== undefined) await untilDeath(running, work(running, 'due'));
    },
  };
};

/** What a store does by itself, again and again. */
const work = async (
  { store: { recovery, events, changedRecords } }: StoreProcess,
  which: 'due' | 'all',
): Promise<unknown> => Promise.all([recovery.sweep(which), events.work(), changedRecords.look()]);

/** What a process is at work on: its death ends that, too. */
const untilDeath = async ({ death }: StoreProcess, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, death.catch(() => undefined)]);

const never = <Result>() => new Promise<Result>(() => undefined);

/** A database that answers nothing any more once its user is dead. */
const whileAlive = (database: Database, isAlive: () => boolean): Database => {
  const query: Queryable['query'] = async (sql, values) => {
    if (!isAlive()) return never();
    const rows = await database.query<never>(sql, values);
    return isAlive() ? rows : never();
  };
  return { ...database, query };
};
