import { createHmac } from 'node:crypto';
import { afterAll, beforeEach, expect } from 'vitest';
import type { Product } from '#contract/products.ts';
import { type ComposedStore, composeStore } from '#server/store/app.ts';
import { readConfig, type StoreConfig } from '#server/store/config/config.ts';
import type { CreditsOf } from '#server/store/credits/create-credits.ts';
import type { Database } from '#server/store/database/database.ts';
import { findBookErrors } from '#server/store/ledger/books.ts';
import type { Log, LogFields } from '#server/store/logging/logging.ts';
import type { Meter } from '#server/store/metrics/meter.ts';
import type { SendLocks } from '#server/store/payments/send-locks.ts';
import { seedProducts } from '#server/store/products/catalog.ts';
import { defaultProductsFile, readProducts } from '#server/store/products/products.ts';
import type { Tracing } from '#server/store/tracing/tracing.ts';
import { type StoreClock, stopStoreClock } from '../../../store-clock.ts';
import { createRecordingLog, silentLog } from './logs.ts';
import { type OddGateway, resetGateway, startOddGateway } from './odd-gateway.ts';
import { openTestDatabase } from './test-database.ts';
import { servicesOf, startUserPool, type TestUserPool } from './user-pool.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface CallOptions {
  readonly method?: string;
  /** User id, or an access token (any string with a dot). If omitted, the call sends no token. */
  readonly as?: string | undefined;
  /** Request body. Strings and bytes are sent unchanged; other values are sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface StoreUnderTest extends ComposedStore {
  readonly config: StoreConfig;
  readonly database: Database;
  readonly gateway: OddGateway;
  readonly pool: TestUserPool;
  readonly products: readonly Product[];
  readonly logged: LogFields[];
  readonly clock: StoreClock;
  call(path: string, options?: CallOptions): Promise<Reply>;
  newCustomer(): Promise<string>;
  close(): Promise<void>;
}

export interface StoreUnderTestOptions {
  /** Whether to fetch the user pool's keys before the test. True by default. */
  readonly keysAreFetched?: boolean;
  readonly meter?: Meter | undefined;
  readonly tracing?: Tracing | undefined;
  /** Connections as the database's owner and as the store's role. By default, both are the owner's. */
  readonly databases?: { readonly owned: Database; readonly used: Database };
  readonly sendLocks?: SendLocks | undefined;
  readonly creditsOf?: CreditsOf | undefined;
}

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;

/** Creates a function that sends requests to the store's app. */
const createCall =
  ({ request }: ComposedStore['app'], pool: Pick<TestUserPool, 'accessToken'>): StoreUnderTest['call'] =>
  async (path, { method = 'GET', as, body, headers = {} } = {}) => {
    const token = as === undefined || as.includes('.') ? as : await pool.accessToken(as);
    const reply = await request(`http://localhost${path}`, {
      method,
      headers: {
        Host: 'localhost',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    const isJson = text !== '' && !text.startsWith('<');
    return { status: reply.status, headers: reply.headers, body: isJson ? JSON.parse(text) : null };
  };

interface AnotherStore extends ComposedStore, Pick<StoreUnderTest, 'call' | 'database'> {}

/** Starts another instance of the store with changed settings. By default, both share the database. */
export const startAnother = async (
  store: StoreUnderTest,
  changes: Partial<StoreConfig> = {},
  parts: { readonly database?: Database; readonly log?: Log; readonly creditsOf?: CreditsOf } = {},
): Promise<AnotherStore> => {
  const { database = store.database, log = silentLog, creditsOf } = parts;
  const config = { ...store.config, ...changes };
  const composed = composeStore({ config, database, log }, undefined, { creditsOf });
  await composed.poolKeys.fetch();
  return { ...composed, database, call: createCall(composed.app, store.pool) };
};

/** Starts the store with a real database, a local user pool and gateway, and a clock that tests can set. */
export const startStoreUnderTest = async (
  environment: Record<string, string> = {},
  { keysAreFetched = true, meter, tracing, databases, sendLocks, creditsOf }: StoreUnderTestOptions = {},
): Promise<StoreUnderTest> => {
  const [{ owned: database, used }, pool, gateway, products] = await Promise.all([
    databases ?? openTestDatabase().then((owned) => ({ owned, used: owned })),
    startUserPool(),
    startOddGateway(environment['GATEWAY_SECURITY_KEY']),
    readProducts(defaultProductsFile),
  ]);
  const config = readConfig({
    PORT: '0',
    DATA_DIR: 'not-used',
    ...servicesOf(pool, gateway),
    AWS_ACCESS_KEY_ID: 'an-id',
    AWS_SECRET_ACCESS_KEY: 'a-secret',
    ALLOWED_HOSTS: 'localhost',
    DECLINES_PER_CUSTOMER_PER_DAY: '0',
    DECLINES_PER_ADDRESS_PER_DAY: '0',
    DECLINE_BRAKE_COUNT: '0',
    ...environment,
  });

  await seedProducts(database, products);
  const logged: LogFields[] = [];
  const log = createRecordingLog(logged);
  const clock = await stopStoreClock(database, new Date('2026-11-20T12:00:00Z'));
  const composed = composeStore({ config, database: used, log }, meter, { tracing, sendLocks, creditsOf });
  const { app, poolKeys } = composed;
  if (keysAreFetched) await poolKeys.fetch();

  const store: StoreUnderTest = {
    ...composed,
    config,
    database,
    gateway,
    pool,
    products,
    logged,
    clock,
    call: createCall(app, pool),
    async newCustomer() {
      const id = crypto.randomUUID();
      pool.attributes.set(id, { email: `${id}@example.com`, given_name: 'Ada', family_name: 'King' });
      const { status } = await store.call('/api/auth/profile', { as: id });
      expect(status).toBe(200);
      return id;
    },
    async close() {
      await Promise.all([database.close(), pool.close(), gateway.close()]);
    },
  };
  return store;
};

export const expectBooksToBalance = async (database: Database): Promise<void> => {
  expect(await findBookErrors(database)).toEqual([]);
};

/**
 * Starts a store for all tests of a file. Before each test, resets the gateway and empties the log. At the
 * end, checks the books.
 * @param options `booksBalance` is false if tests spoil the books on purpose
 */
export const storeOfFile = async (
  environment: Record<string, string> = {},
  { booksBalance = true, ...options }: StoreUnderTestOptions & { readonly booksBalance?: boolean } = {},
): Promise<StoreUnderTest> => {
  const store = await startStoreUnderTest(environment, options);
  beforeEach(() => {
    resetGateway(store.gateway);
    store.logged.length = 0;
  });
  afterAll(() => store.close());
  if (booksBalance) afterAll(() => expectBooksToBalance(store.database));
  return store;
};

export const webhookKey = 'a-webhook-key';

/** Posts a gateway event to the store, signed with `webhookKey`. */
export const postGatewayEvent = (
  { call }: Pick<StoreUnderTest, 'call'>,
  body: string | Buffer,
): Promise<Reply> => {
  const signature = createHmac('sha256', webhookKey).update('1.').update(body).digest('hex');
  const headers = { 'Webhook-Signature': `t=1,s=${signature}` };
  return call('/webhooks/gateway', { method: 'POST', body, headers });
};
