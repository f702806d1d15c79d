import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import type { DisposableStack } from '#local-services/disposable-stack.ts';
import { createCustomers } from '#tests/kills/buyer.ts';
import { createStoreProcesses } from '#tests/kills/store-processes.ts';
import { createPostgresDatabase } from '#tests/postgres-database.ts';
import { clientId, type TestUserPool } from '#tests/unit/store/support/user-pool.ts';

export interface StoreOptions {
  /** The folder of a build, such as `dist/store`. */
  readonly folder: string;
  readonly processes: number;
  readonly customers: number;
  /** The URL of a database whose user can create databases. The store gets a new one. */
  readonly server: string;
  readonly pool: TestUserPool;
  readonly variables: Readonly<Record<string, string>>;
}

export type Store = Awaited<ReturnType<typeof startStore>>;

const keySchema = v.pipe(v.string(), v.parseJson(), v.object({ key: v.string() }));

/** Starts a store of any version, whose own `coffer` command sets it up. Gives its customers credits. */
export const startStore = async (
  disposables: DisposableStack,
  { folder, processes, customers: count, server, pool, variables }: StoreOptions,
) => {
  const { url, drop } = await createPostgresDatabase(server);
  disposables.defer(drop);
  const environment = {
    DATABASE_URL: url,
    COGNITO_ISSUER: pool.issuer,
    COGNITO_CLIENT_ID: clientId,
    GATEWAY_SECURITY_KEY: 'a-security-key',
    ALLOWED_ORIGINS: 'http://localhost:5173',
    ATTEMPTS_PER_MINUTE: '1000000',
    // 0 disables the limit. With few customers, each would exceed it.
    ATTEMPTS_IN_FLIGHT: '0',
    MERCHANT_CALLS_PER_SECOND: '1000000',
    ...variables,
  };
  const program = { script: join(folder, 'main.js'), execArgv: [] };
  const stores = createStoreProcesses(processes, environment, program);
  disposables.defer(() => stores.stop());
  await stores.ready();
  const ports = new Set(Array.from({ length: processes }, () => stores.port()));
  const origins = [...ports].map((port) => `http://127.0.0.1:${port}`);

  const coffer = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(folder, 'coffer.js'), '--json', ...args], {
      env: { ...environment, COFFER_OPERATOR: 'load' },
    });
  const [origin = ''] = origins;
  const customers = await createCustomers(pool, origin, count);
  const { stdout } = await coffer('keys', 'add', 'load', '--scopes', 'read,spend,grant');
  const { key } = v.parse(keySchema, stdout);
  for (const { id } of customers) {
    const { ok } = await fetch(`${origin}/v1/grants/${crypto.randomUUID()}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ customer_id: id, credits: 1_000_000_000, reason: 'load' }),
    });
    if (!ok) throw new Error('A customer got no credits.');
  }
  return {
    origins,
    callers: { customers, key },
    pids: stores.pids(),
    /** Checks the books. @throws {Error} if they are wrong, which would make the figures meaningless */
    checkBooks: () => coffer('books'),
  };
};
