import { composeStore } from '#server/store/app.ts';
import type { StoreConfig } from '#server/store/config/config.ts';
import type { Database, Queryable } from '#server/store/database/database.ts';
import { NotBegunError, type SendForm } from '#server/store/gateway/send-form.ts';
import { noMeter } from '#server/store/metrics/meter.ts';
import type { SendLocks } from '#server/store/payments/send-locks.ts';

/** The store API as a process that can crash at any time. Its successors use the same database and host. */
export type KillableStore = ReturnType<typeof createKillableStore>;

interface StoreProcess {
  readonly store: ReturnType<typeof composeStore>;
  readonly death: Promise<never>;
  end(): void;
}

export const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

export const createKillableStore = (config: StoreConfig, database: Database, sendLocks: SendLocks) => {
  let running: StoreProcess | undefined;
  /** Running processes, including old ones that still handle requests from before a deployment. */
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
      { send: sendByFetch, sendLocks },
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
    /** Starts a successor, as a deployment does. The old process finishes its requests in flight. */
    deploy,
    /** Handles a request. Rejects if the process crashes in the meantime, or if no process runs. */
    async handle(request: Request): Promise<Response> {
      if (running === undefined) throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
      return Promise.race([running.store.app.fetch(request), running.death]);
    },
    /** Crashes the host with all its processes, whose pending work never completes. */
    kill() {
      for (const { end } of living) end();
      living = [];
      running = undefined;
    },
    /** Starts a successor if no process is running, and recovers open attempts. */
    async revive() {
      if (running === undefined) await deploy();
    },
    /** Runs the background jobs once. */
    async sweep() {
      if (running !== undefined) await untilDeath(running, work(running, 'due'));
    },
  };
};

const work = async (
  { store: { recovery, events, changedRecords } }: StoreProcess,
  which: 'due' | 'all',
): Promise<unknown> => Promise.all([recovery.sweep(which), events.work(), changedRecords.look()]);

const untilDeath = async ({ death }: StoreProcess, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, death.catch(() => undefined)]);

/** Sends a form through the network of the test, which replaces `fetch`. */
const sendByFetch: SendForm = async (url, form, _timeoutMs, mayBegin) => {
  if (mayBegin?.() === false) throw new NotBegunError();
  try {
    const reply = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
    return { status: reply.status, text: await reply.text() };
  } catch (error) {
    throw error instanceof TypeError ? error.cause : error;
  }
};

const never = <Result>() => new Promise<Result>(() => undefined);

/** Wraps a database so that its queries never settle after the process has crashed. */
export const whileAlive = (database: Database, isAlive: () => boolean): Database => {
  const query: Queryable['query'] = async (sql, values) => {
    if (!isAlive()) return never();
    const rows = await database.query<never>(sql, values);
    return isAlive() ? rows : never();
  };
  return { ...database, query };
};
