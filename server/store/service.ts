import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type ComposedStore, composeStore } from './app.ts';
import { type Job, startJobs } from './background.ts';
import { seedProducts } from './catalogue.ts';
import type { StoreConfig } from './config.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { createLog } from './logging.ts';
import { tendDeclines } from './payments/declines.ts';
import { readProducts } from './products.ts';

export type StoreService = Awaited<ReturnType<typeof startStore>>;

/**
 * Starts the store API: opens and migrates the database, listens, and looks up payments whose outcome is open.
 *
 * @param lockTimeoutMs how long to wait for an earlier process that still holds the embedded database
 * @throws DirectoryInUseError, or any error of the database, the products file or the port
 */
export const startStore = async (config: StoreConfig, lockTimeoutMs = 0) => {
  const log = createLog(config.logLevel);
  const products = await readProducts(config.productsFile);
  const database = await openDatabase(config.database, log, lockTimeoutMs);
  try {
    const migrations = await migrate(database);
    if (migrations.length > 0) log.info({ event: 'migrated', migrations });

    if (await seedProducts(database, products)) log.info({ event: 'products-seeded' });
    const { app, ...work } = composeStore({ config, database, log });
    const server = createServer(getRequestListener(app.fetch));
    server.listen(config.port, config.host);
    await once(server, 'listening');
    const port = portOf(server);
    log.info({ event: 'listening', address: `http://${config.host}:${port}` });
    const declines = { name: 'declines', work: () => tendDeclines({ database, log }) };
    const jobs = startJobs([...jobsOf(work), declines], config.recoveryIntervalMs, log);

    return {
      database,
      /** Where it listens: the configured port, or the free one it took for 0. */
      port,
      /** Ends in good order: no new requests, those under way get the time given (in milliseconds), then the database. */
      async close(graceMs: number): Promise<void> {
        await Promise.all([closeServer(server, graceMs), jobs.stop()]);
        await database.close();
        log.info({ event: 'stopped' });
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
};

const jobsOf = ({ recovery, events, changedRecords }: Omit<ComposedStore, 'app'>): Job[] => [
  { name: 'recovery', work: (isFirst) => recovery.sweep(isFirst ? 'all' : 'due') },
  { name: 'events', work: () => events.work() },
  { name: 'changed-records', work: () => changedRecords.look() },
];

const portOf = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
};

const closeServer = async (server: Server, graceMs: number): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  const forceClose = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(forceClose);
};
