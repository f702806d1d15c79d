import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { type ComposedStore, composeStore } from './app.ts';
import { type Job, startJobs } from './background.ts';
import { seedProducts } from './catalogue.ts';
import { ConfigError } from './config/secret-files.ts';
import type { StoreConfig } from './config.ts';
import { hasBroadRights } from './database/grants.ts';
import { expectMigrated, migrate } from './database/migrate.ts';
import { type EmbeddedDatabaseOptions, openDatabase } from './database/open.ts';
import { errorCode } from './failures.ts';
import { type Listener, listen } from './http/listener.ts';
import { createLog, type Log } from './logging.ts';
import { createExposition } from './metrics/prometheus.ts';
import { serveMetrics } from './metrics/serve.ts';
import { tendDeclines } from './payments/declines.ts';
import { openSendLocks } from './payments/send-locks.ts';
import { readProducts } from './products.ts';

export type StoreService = Awaited<ReturnType<typeof startStore>>;

/** How long headers, and a whole request, may take to arrive, in milliseconds. */
const arrivalLimits = { headersMs: 10_000, requestMs: 15_000 };
/** For how long purchases wait for others that go to the database with them: docs/decisions/batched-purchases.md. */
const gatherMs = 4;
/** How long the last spans may take to be sent. */
const flushMs = 1_000;

/**
 * Starts the store API: opens and migrates the database, fetches the user pool's keys, listens, and looks up payments
 * whose outcome is open. Where the pool cannot be asked, the store listens all the same, is not ready, and goes on asking.
 *
 * @throws DirectoryInUseError, NoEmbeddedDatabaseError, or any error of the database, the products file or the port
 */
export const startStore = async (config: StoreConfig, embedded?: EmbeddedDatabaseOptions) => {
  // Loaded here, and by nothing else: a store that is not traced does without the libraries.
  const tracing =
    config.tracing &&
    (await import('./tracing/open-telemetry.ts')).startOpenTelemetry(config.tracing, (why) =>
      tellExport(log, why),
    );
  const log = createLog(config.logLevel, undefined, tracing?.logIds);
  const products = await readProducts(config.productsFile);
  const database = await openDatabase(config.database, log, embedded);
  const exposition = config.metrics && createExposition();
  let metrics: Listener | undefined;
  try {
    const sendLocks = await sendLocksOf(config, log);
    const outside = { tracing, sendLocks, gatherMs };
    const { app, ...work } = composeStore({ config, database, log }, exposition?.meter, outside);
    const { poolKeys, readiness } = work;
    const fetching = poolKeys
      .fetch()
      .catch((error: unknown) => log.warn({ event: 'pool-keys-unavailable', error }));
    const migrations = config.autoMigrate ? await migrate(database) : await expectMigrated(database);
    if (migrations.length > 0) log.info({ event: 'migrated', migrations });
    if (await hasBroadRights(database)) log.warn({ event: 'database-role-unrestricted' });
    if (await seedProducts(database, products)) log.info({ event: 'products-seeded' });
    await fetching;

    if (config.metrics && exposition) {
      const { connections } = database;
      metrics = await serveMetrics({ exposition, database, connections, readiness, log }, config.metrics);
      log.info({ event: 'metrics-listening', address: `http://${config.metrics.host}:${metrics.port}` });
    }
    const { keepAliveMs, max, drainMs } = config.connections;
    const limits = { ...arrivalLimits, keepAliveMs, maxConnections: max };
    const listener = await listen(getRequestListener(app.fetch), config, limits);
    const { port } = listener;
    log.info({ event: 'listening', address: `http://${config.host}:${port}` });
    const declines = { name: 'declines', work: () => tendDeclines({ database, log }) };
    const locks = { name: 'send-locks', work: async () => sendLocks?.tidy(database) };
    const jobs = startJobs([...jobsOf(work), declines, locks], config.recoveryIntervalMs, log);

    return {
      database,
      /** Where it listens: the configured port, or the free one it took for 0. */
      port,
      drainMs,
      /** Resolves when tokens can be verified. */
      poolKeysKnown: poolKeys.known,
      /**
       * Ends in good order: is not ready any more, drains, takes no new requests, gives those under way the time given (in
       * milliseconds), and closes the database.
       */
      async close(graceMs: number): Promise<void> {
        readiness.close();
        log.info({ event: 'closing' });
        await Promise.all([listener.close(delay(drainMs), graceMs, drainMs), jobs.stop()]);
        await Promise.all([metrics?.close(Promise.resolve(), 0), tracing?.close(flushMs)]);
        await database.close();
        log.info({ event: 'stopped' });
      },
    };
  } catch (error) {
    await Promise.all([metrics?.close(Promise.resolve(), 0), tracing?.close(0)]);
    await database.close();
    throw error;
  }
};

const sendLocksOf = async ({ sendLocksDirectory }: StoreConfig, log: Log) => {
  if (sendLocksDirectory === undefined) return undefined;
  return openSendLocks(sendLocksDirectory, log).catch((error: unknown) => {
    const code = errorCode(error) ?? 'unknown';
    throw new ConfigError(`SEND_LOCKS_DIRECTORY cannot be used (${code}).`, { cause: error });
  });
};

const tellExport = (log: Log, why: string | null): void =>
  why === null ? log.info({ event: 'traces-sent-again' }) : log.warn({ event: 'traces-not-sent', why });

const jobsOf = ({
  recovery,
  events,
  changedRecords,
  lostOpenings,
  poolKeys,
}: Omit<ComposedStore, 'app'>): Job[] => [
  { name: 'recovery', work: (isFirst) => recovery.sweep(isFirst ? 'all' : 'due') },
  { name: 'events', work: () => events.work() },
  { name: 'changed-records', work: () => changedRecords.look() },
  { name: 'lost-openings', work: () => lostOpenings.release() },
  {
    name: 'pool-keys',
    work: async () => {
      if (!poolKeys.areKnown()) await poolKeys.fetch();
    },
  },
];
