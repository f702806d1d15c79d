import { connectToPostgres } from '#server/store/database/database.ts';
import { findBookErrors } from '#server/store/ledger/books.ts';
import { addApiKey, createApiKey } from '#server/store/merchant/api-keys.ts';
import { createStoreProcesses } from '#tests/kills/store-processes.ts';
import { createPostgresDatabase } from '#tests/postgres-database.ts';
import { clientId, customerOf, type FakeServices } from './fake-services.ts';
import { serverPids } from './usage.ts';

export interface StoreOptions {
  /** The URL of a database whose user may create others: the store gets its own. */
  readonly server: string;
  readonly fakeServices: FakeServices;
  /** The `main.js` of a build; undefined for the source. */
  readonly program: string | undefined;
  /** Such as `--max-semi-space-size=4`. */
  readonly nodeOptions: string;
  /** Connections to PostgreSQL for each process. */
  readonly poolSize: number;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Stores {
  readonly origins: readonly string[];
  /** Adds a merchant's API key, and uses it to grant credits to each customer. */
  makeCredits(): Promise<string>;
  /** The store's processes, and PostgreSQL's if it is on this machine. */
  readPids(): Promise<{ readonly store: readonly number[]; readonly PostgreSQL: readonly number[] }>;
  /** Stops the processes and checks the books. Throws if they are wrong. */
  close(): Promise<void>;
}

export const startStores = async (
  processes: number,
  { server, fakeServices, program, nodeOptions, poolSize, environment }: StoreOptions,
): Promise<Stores> => {
  const { url, drop } = await createPostgresDatabase(server);
  const stores = createStoreProcesses(
    processes,
    {
      NODE_OPTIONS: nodeOptions,
      DATABASE_URL: url,
      COGNITO_ISSUER: fakeServices.issuer,
      COGNITO_CLIENT_ID: clientId,
      GATEWAY_URL: fakeServices.gateway,
      GATEWAY_SECURITY_KEY: 'a-security-key',
      ALLOWED_ORIGINS: 'http://localhost:5173',
      ATTEMPTS_PER_MINUTE: '1000000',
      MERCHANT_CALLS_PER_SECOND: '1000000',
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'info',
      DATABASE_POOL_SIZE: String(poolSize),
      ...environment,
    },
    program === undefined ? undefined : { script: program, execArgv: [] },
  );
  const database = connectToPostgres(url, () => undefined);
  const end = async (): Promise<void> => {
    await stores.stop();
    await database.close();
    await drop();
  };
  try {
    await stores.ready();
    const ports = new Set<number>();
    for (let turn = 0; turn < processes; turn += 1) ports.add(stores.port() ?? 0);
    const origins = [...ports].map((port) => `http://127.0.0.1:${port}`);
    await makeAccounts(origins[0] ?? '', fakeServices.tokens);
    return {
      origins,
      makeCredits: async () => {
        const key = createApiKey();
        await addApiKey(database, key, { name: 'load', scopes: ['read', 'spend', 'grant'] });
        await grantCredits(origins[0] ?? '', key, fakeServices.tokens.length);
        return key;
      },
      readPids: async () => ({ store: stores.pids(), PostgreSQL: await serverPids(database) }),
      close: async () => {
        try {
          await stores.stop();
          const errors = await findBookErrors(database);
          if (errors.length > 0)
            throw new Error(`The books are wrong: ${JSON.stringify(errors.slice(0, 5))}`);
        } finally {
          await end();
        }
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
};

const makeAccounts = (origin: string, tokens: readonly string[]): Promise<void> =>
  forEachOf(tokens, (token) =>
    fetch(`${origin}/api/auth/profile`, { headers: { Authorization: `Bearer ${token}` } }),
  );

const grantCredits = (origin: string, key: string, customers: number): Promise<void> =>
  forEachOf(
    Array.from({ length: customers }, (_, index) => customerOf(index)),
    (customer_id) =>
      fetch(`${origin}/v1/grants/${crypto.randomUUID()}`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ customer_id, credits: 1_000_000, reason: 'load' }),
      }),
  );

const forEachOf = async <Item>(items: readonly Item[], send: (item: Item) => Promise<Response>) => {
  for (let begun = 0; begun < items.length; begun += 100) {
    const replies = await Promise.all(items.slice(begun, begun + 100).map(send));
    if (!replies.every(({ ok }) => ok)) throw new Error('A request to prepare a customer failed.');
  }
};
