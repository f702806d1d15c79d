import { open } from 'node:fs/promises';
import { devNull } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { Product } from '#contract/products.ts';
import { type ComposedStore, composeStore } from './app.ts';
import { type Job, startJobs } from './background.ts';
import { compareSite } from './config/compare-site.ts';
import type { StoreConfig } from './config/config.ts';
import { provideDirectory } from './config/directories.ts';
import { ConfigError } from './config/secret-files.ts';
import { expireCredits } from './credits/expire-credits.ts';
import { hasBroadRights } from './database/grants.ts';
import { expectMigrated, migrate } from './database/migrate.ts';
import { type EmbeddedDatabaseOptions, openDatabase } from './database/open.ts';
import { checkRights, expectServer, hasChangedCollation } from './database/requirements.ts';
import { shareEventSettings, tendEvents } from './events/merchant-events.ts';
import { type Listener, listen } from './http/listener.ts';
import { sumUsage } from './ledger/usage.ts';
import { errorCode, failureLine } from './logging/failures.ts';
import { createLog, type Log } from './logging/logging.ts';
import { addExpiringMails, createMailSender } from './mail/sender.ts';
import { type Meter, noMeter } from './metrics/meter.ts';
import { createExposition } from './metrics/prometheus.ts';
import { serveMetrics } from './metrics/serve.ts';
import type { StoreParts } from './parts.ts';
import { tendDeclines } from './payments/declines.ts';
import { openSendLocks, type SendLocks } from './payments/send-locks.ts';
import { seedProducts } from './products/catalog.ts';
import { readProducts } from './products/products.ts';
import { freeEndedRefunds } from './refunds/refund-requests.ts';
import { createEventPoster } from './webhooks/post-event.ts';
import { createWebhookSender } from './webhooks/sender.ts';

export type StoreService = Awaited<ReturnType<typeof startStore>>;

/** Time limits for receiving the headers and the whole request, in milliseconds. */
const arrivalLimits = { headersMs: 10_000, requestMs: 15_000 };
/** How long purchases wait to be batched, in milliseconds: docs/decisions/batched-purchases.md. */
const gatherMs = 4;
const flushMs = 1_000;
/** Maximum concurrent deliveries from one process to an endpoint. */
const deliveriesPerEndpoint = 8;
/** Short, so that `hold.expired` events arrive promptly, and usage stays summed. Without work, a run reads one index entry. */
const expiryMs = 1_000;
/** Short, so that credits arrive promptly. A run without due requests reads one index entry. */
const topUpMs = 1_000;
/** Short, so that receipts arrive promptly. A run without due mails reads one index entry. */
const mailMs = 1_000;
const tendingMs = 60 * 60_000;
/** How often to probe whether the database can write. */
const probeMs = 5_000;
/** How often to ask a standby whether it was promoted. */
const promotionMs = 1_000;

const collationRemedy = 'The order of text has changed: rebuild the indexes (docs/deploy.md, Reindex).';

/**
 * Starts the store. Until the pool's keys are loaded, the store listens but isn't ready.
 * @throws {DirectoryInUseError | NoEmbeddedDatabaseError} or an error of the database, products file or port
 */
export const startStore = async (config: StoreConfig, embedded?: EmbeddedDatabaseOptions) => {
  // Import on demand, so that a store without tracing doesn't load the libraries.
  const tracing =
    config.tracing &&
    (await import('./tracing/open-telemetry.ts')).startOpenTelemetry(config.tracing, (why) => {
      if (why === null) log.info({ event: 'traces-sent-again' });
      else log.warn({ event: 'traces-not-sent', why });
    });
  const log = createLog(config.logLevel, undefined, tracing?.logIds);
  const products = await provideFiles(config);
  const database = await openDatabase(config.database, log, embedded);
  const exposition = config.metrics && createExposition();
  let metrics: Listener | undefined;
  try {
    const sendLocks = await sendLocksOf(config, log);
    const parts = { config, database, log };
    const composed = composeStore(parts, exposition?.meter, { tracing, sendLocks, gatherMs });
    const { app, poolKeys, readiness, accountDeletions } = composed;
    let [isPrepared] = await Promise.all([
      prepareDatabase(parts, products),
      poolKeys.fetch().catch((error: unknown) => log.warn({ event: 'pool-keys-unavailable', error })),
    ]);

    if (config.metrics && exposition) {
      const sources = { exposition, database, readiness, log, isTopUpOn: config.topUp !== undefined };
      metrics = await serveMetrics(sources, config.metrics).catch(naming('METRICS_PORT', 'METRICS_HOST'));
      log.info({ event: 'metrics-listening', address: `http://${config.metrics.host}:${metrics.port}` });
    }
    const { keepAliveMs, max, drainMs } = config.connections;
    const limits = { ...arrivalLimits, keepAliveMs, maxConnections: max };
    const listener = await listen(getRequestListener(app.fetch), config, limits).catch(
      naming('PORT', 'HOST'),
    );
    log.info({ event: 'listening', address: `http://${config.host}:${listener.port}` });
    void compareSite(parts);
    const meter = exposition?.meter ?? noMeter;
    const senders = openSenders(parts, composed, meter);
    let jobs: ReturnType<typeof startJobs> | undefined;
    const startOncePrepared = async () => {
      isPrepared ||= await prepareDatabase(parts, products);
      if (!isPrepared) return;
      jobs ??= startJobs(jobsOf(parts, composed, senders, sendLocks), config.recoveryIntervalMs, log, meter);
    };
    const start = startJobs([{ name: 'start', work: startOncePrepared }], promotionMs, log, meter);

    return {
      database,
      port: listener.port,
      drainMs,
      /** Resolves when the pool's keys are loaded, so that tokens can be verified. */
      poolKeysKnown: poolKeys.known,
      /** Drains the store, finishes requests within `graceMs` milliseconds, and closes the database. */
      async close(graceMs: number): Promise<void> {
        readiness.close();
        log.info({ event: 'closing' });
        const closing = listener.close(delay(drainMs), graceMs, drainMs);
        await start.stop();
        await Promise.all([closing, jobs?.stop(), senders.close(graceMs)]);
        await accountDeletions.settled();
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

/** Reads the products, and provides the directories. @throws {ConfigError} that names the variable to change */
const provideFiles = async ({ productsFile, database, sendLocksDirectory }: StoreConfig) => {
  const products = await readProducts(productsFile).catch((error: unknown) => {
    throw new ConfigError(`PRODUCTS_FILE: ${failureLine(error)}`, { cause: error });
  });
  if ('dataDirectory' in database) await provideDirectory('DATA_DIR', database.dataDirectory);
  if (sendLocksDirectory) await provideDirectory('SEND_LOCKS_DIRECTORY', sendLocksDirectory);
  return products;
};

/** Rethrows a listener's error with the variable to change. */
const naming =
  (port: string, host: string) =>
  (error: unknown): never => {
    const code = errorCode(error) ?? 'unknown';
    const isPort = code === 'EADDRINUSE' || code === 'EACCES';
    const rule = isPort ? `${port} must be a free port` : `${host} must be an address of this machine`;
    throw new ConfigError(`${rule} (${code}).`, { cause: error });
  };

/** Prepares the database for this release. @returns false, without changes, if the database is a standby */
const prepareDatabase = async (
  { config, database, log }: StoreParts,
  products: readonly Product[],
): Promise<boolean> => {
  if (await expectServer(database)) return false;
  const migrations = config.autoMigrate ? await migrate(database) : await expectMigrated(database);
  if (migrations.length > 0) log.info({ event: 'migrated', migrations });
  const lacking = await checkRights(database);
  if (lacking !== undefined) throw new Error(lacking.detail);
  if (await hasChangedCollation(database))
    log.warn({ event: 'database-collation-changed', why: collationRemedy });
  if (await hasBroadRights(database)) log.warn({ event: 'database-role-unrestricted' });
  if (await seedProducts(database, products)) log.info({ event: 'products-seeded' });
  await shareEventSettings(database, config);
  await freeEndedRefunds(database);
  return true;
};

const sendLocksOf = async ({ sendLocksDirectory }: StoreConfig, log: Log) => {
  if (sendLocksDirectory === undefined) return undefined;
  return openSendLocks(sendLocksDirectory, log).catch((error: unknown) => {
    const code = errorCode(error) ?? 'unknown';
    throw new ConfigError(`SEND_LOCKS_DIRECTORY cannot be used (${code}).`, { cause: error });
  });
};

const openSenders = ({ config, ...parts }: StoreParts, { recovery }: ComposedStore, meter: Meter) => {
  const { timeoutMs } = config.webhooks;
  const webhooks = createWebhookSender({
    ...parts,
    meter,
    poster: createEventPoster(config.webhooks, timeoutMs),
    limits: { perEndpoint: deliveriesPerEndpoint, leaseMs: 2 * timeoutMs },
  });
  const lookUp = (orderId: string) => recovery.recheck(orderId, 'records');
  const mails = config.mail && createMailSender(parts, config.mail, meter, lookUp);
  const close = (graceMs: number) => Promise.all([webhooks.close(graceMs), mails?.close(graceMs)]);
  return { webhooks, mails, close };
};

const jobsOf = (
  { config, database, log }: StoreParts,
  { recovery, events, changedRecords, vaultCards, topUps, lostOpenings, poolKeys, ...store }: ComposedStore,
  senders: ReturnType<typeof openSenders>,
  sendLocks: SendLocks | undefined,
): Job[] => [
  { name: 'database-writes', intervalMs: probeMs, work: () => store.writes.check() },
  { name: 'recovery', work: (isFirst) => recovery.sweep(isFirst ? 'all' : 'due') },
  { name: 'events', work: () => events.work() },
  { name: 'changed-records', work: () => changedRecords.look() },
  { name: 'top-up', intervalMs: topUpMs, work: () => topUps.work() },
  { name: 'cards', work: (isFirst) => vaultCards.work(isFirst ? 'all' : 'due') },
  { name: 'account-deletions', work: () => store.accountDeletions.work() },
  { name: 'lost-openings', work: () => lostOpenings.release() },
  { name: 'key-uses', work: store.recordKeyUses },
  // Fails if no file descriptors are left. Node.js then closes new connections without an error.
  { name: 'file-descriptors', work: async () => (await open(devNull)).close() },
  { name: 'pool-keys', work: async () => poolKeys.areKnown() || (await poolKeys.fetch()) },
  { name: 'declines', work: () => tendDeclines({ database, log }) },
  { name: 'send-locks', work: async () => sendLocks?.tidy(database) },
  {
    name: 'expiry',
    intervalMs: Math.min(config.recoveryIntervalMs, expiryMs),
    work: () => expireCredits(database),
  },
  { name: 'usage', intervalMs: expiryMs, work: () => sumUsage(database) },
  { name: 'merchant-events', intervalMs: tendingMs, work: () => tendEvents(database) },
  { name: 'webhooks', work: () => senders.webhooks.work() },
  { name: 'mails', intervalMs: mailMs, work: async () => senders.mails?.sendDue() },
  {
    name: 'expiring-mails',
    intervalMs: tendingMs,
    work: async () => config.mail && addExpiringMails(database),
  },
];
