import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Coffer, createCoffer } from '#coffer-client';
import { createDisposableStack } from '#local-services/disposable-stack.ts';
import { createProxy } from '#local-services/http/proxy.ts';
import { connectToPostgres, type Database } from '#server/store/database/database.ts';
import { openEmbeddedDatabase } from '#server/store/database/embedded.ts';
import { addApiKey, createApiKey } from '#server/store/merchant/api-keys.ts';
import type { LocalGateway } from '../local-gateway.ts';
import { makeStoreData } from '../migrated-database.ts';
import { createPostgresDatabase } from '../postgres-database.ts';
import { storeProgram } from '../store-program.ts';
import { listenOnLoopback } from '../unit/store/support/loopback.ts';
import { servicesOf, startUserPool, type TestUserPool } from '../unit/store/support/user-pool.ts';
import { type Customer, createCustomers } from './buyer.ts';
import { customers } from './cycles.ts';
import { startGateway } from './gateway.ts';
import { createTrap, type Trap } from './kill-points.ts';
import { createStoreProcesses, type StoreProcesses } from './store-processes.ts';

const webhookKey = 'a-webhook-key';

export interface World {
  /** The stores' URL. Each request goes to the next store process. */
  readonly store: string;
  readonly stores: StoreProcesses;
  readonly processes: number;
  readonly trap: Trap;
  readonly gateway: LocalGateway;
  readonly customers: readonly Customer[];
  readonly pool: TestUserPool;
  /** A merchant's client, which retries each call until a store responds. */
  readonly coffer: Coffer;
  /** Runs queries. An embedded database can be opened only after `stores.stop()`. */
  inBooks<Result>(look: (database: Database) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Maximum time for a busy machine to start a store and settle its sales, in ms. */
export const settlingLimitMs = 60_000;
/** Options for `vi.waitUntil`. */
export const settling = { timeout: settlingLimitMs, interval: 20 };

/** Returns the number of kills: `usual`, or `KILL_CYCLES`. */
export const killsOf = (usual: number): number => Number(process.env['KILL_CYCLES'] ?? usual);

/** Starts a world for all tests of a file. */
export const worldOfFile = async (...given: Parameters<typeof startWorld>): Promise<World> => {
  const world = await startWorld(...given);
  afterAll(() => world.close());
  return world;
};

/**
 * Starts three store processes on a new database of DATABASE_URL's server, or one process on an embedded database.
 * @param prepare changes the migrated database before any customer exists
 * @param variables the stores' further environment variables
 */
const startWorld = async (
  prepare: (books: Database) => Promise<unknown> = async () => undefined,
  variables: Readonly<Record<string, string>> = {},
): Promise<World> => {
  const server = process.env['DATABASE_URL'];
  const disposables = createDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'coffer-kills-'));
  disposables.defer(() => rm(directory, { recursive: true, force: true }));
  const database = server === undefined ? undefined : await createPostgresDatabase(server);
  if (database !== undefined) disposables.defer(() => database.drop());
  else await makeStoreData(directory);
  const openBooks = () =>
    database === undefined
      ? openEmbeddedDatabase(join(directory, 'store', 'postgres'))
      : connectToPostgres(database.url, () => undefined);
  const inBooks = async <Result>(look: (database: Database) => Promise<Result>): Promise<Result> => {
    const opened = await openBooks();
    try {
      return await look(opened);
    } finally {
      await opened.close();
    }
  };
  const merchantKey = createApiKey();
  const fillIn = () =>
    inBooks(async (books) => {
      await addApiKey(books, merchantKey, { name: 'kills', scopes: ['read', 'spend', 'grant'] });
      await prepare(books);
    });
  // Fill an embedded database now, because later the store has it open. A server's database has no tables yet.
  if (database === undefined) await fillIn();
  const pool = await startUserPool();
  disposables.defer(() => pool.close());
  const trap = createTrap();
  // Use a proxy, because the gateway needs the stores' address for its events before a store runs.
  let port: () => number | undefined = () => undefined;
  const forward = createProxy(() => port());
  const front = await listenOnLoopback((request, response) => {
    if (request.url === '/webhooks/gateway') trap.pass('while an event is taken');
    if (request.url === '/api/checkout/process-payment-token') trap.pass('while a payment arrives');
    forward(request, response);
  });
  disposables.defer(() => front.close());
  const gateway = await startGateway({ url: `${front.url}/webhooks/gateway`, signingKey: webhookKey }, trap);
  disposables.defer(() => gateway.close());
  const processes = database === undefined ? 1 : 3;
  const environment = {
    ...(database === undefined ? { DATA_DIR: directory } : { DATABASE_URL: database.url }),
    ...servicesOf(pool, gateway),
    AWS_ACCESS_KEY_ID: 'an-id',
    AWS_SECRET_ACCESS_KEY: 'a-secret',
    GATEWAY_WEBHOOK_KEY: webhookKey,
    GATEWAY_DUPLICATE_SECONDS: '0',
    SEND_LOCKS_DIRECTORY: join(directory, 'send-locks'),
    RECOVERY_INTERVAL_MS: '100',
    DRAIN_MS: '0',
    ATTEMPTS_PER_MINUTE: '100000',
    DECLINES_PER_CUSTOMER_PER_DAY: '0',
    DECLINES_PER_ADDRESS_PER_DAY: '0',
    DECLINE_BRAKE_COUNT: '0',
    ATTEMPTS_IN_FLIGHT: '0',
    MERCHANT_CALLS_PER_SECOND: '1000000',
    WEBHOOK_TIMEOUT_MS: '1000',
    TOP_UP_INTERVAL_S: '1',
    TOP_UPS_PER_DAY: '1000',
    ...variables,
  };
  const stores = createStoreProcesses(processes, environment, storeProgram('main'));
  disposables.defer(() => stores.stop());
  port = stores.port;
  await stores.ready();
  if (database !== undefined) await fillIn();
  return {
    store: front.url,
    stores,
    processes,
    trap,
    gateway,
    pool,
    customers: await createCustomers(pool, front.url, customers + 1),
    coffer: createCoffer({ url: front.url, key: merchantKey, attempts: 100 }),
    inBooks,
    close: () => disposables.disposeAsync(),
  };
};
