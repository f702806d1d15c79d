import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { vi } from 'vitest';
import type { Product } from '#contract/products.ts';
import { createGateway, type Gateway, type Sale } from '#local-nmi';
import { readConfig } from '#server/store/config/config.ts';
import type { Database } from '#server/store/database/database.ts';
import { openSendLocks } from '#server/store/payments/send-locks.ts';
import { seedProducts } from '#server/store/products/catalog.ts';
import { defaultProductsFile, readProducts } from '#server/store/products/products.ts';
import { openMigratedDatabase } from '../../migrated-database.ts';
import { stopStoreClock } from '../../store-clock.ts';
import { createAccessTokens } from './access-tokens.ts';
import { createTestCustomer, type TestCustomer } from './customer.ts';
import { createKillableStore, type KillableStore, silentLog } from './killable-store.ts';
import { createNetwork, type Network, origins } from './network.ts';

const issuer = `${origins.pool}/pool_Tests`;
const clientId = 'coffer-tests';
const securityKey = 'a-security-key-of-the-tests';
const tokenizationKey = 'a-tokenization-key';
const webhookKey = 'a-webhook-key';
/** A low limit that test customers reach. */
const attemptsPerMinute = 5;
/** Time in ms until the store opens a case, short enough for sequences to reach it. */
export const outcomeCaseMs = 15 * 60_000;

/** The tests' store, gateway and network. Time passes only in {@link System.advance}. */
export interface System {
  readonly database: Database;
  readonly gateway: Gateway;
  readonly store: KillableStore;
  readonly network: Network;
  readonly products: readonly Product[];
  newCustomer(): Promise<TestCustomer>;
  /** Ids of this sequence's orders with a chargeback. */
  readonly returned: Set<string>;
  /** The gateway's sales of this sequence, newest first. */
  sales(): Sale[];
  /** Advances the time, restarts a crashed store and looks up open attempts. */
  advance(seconds: number): Promise<void>;
  close(): Promise<void>;
}

/** Creates the system. It replaces the global clock, timers and `fetch` until `close`. */
export const createSystem = async (): Promise<System> => {
  const [dataDir, products, accessTokens] = await Promise.all([
    mkdtemp(join(tmpdir(), 'coffer-properties-')),
    readProducts(defaultProductsFile),
    createAccessTokens(issuer, clientId),
  ]);
  const database = await openMigratedDatabase();
  await seedProducts(database, products);
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const storeClock = await stopStoreClock(database, new Date());

  const gateway = await createGateway({
    origin: origins.gateway,
    securityKey,
    tokenizationKey,
    webhook: { url: `${origins.store}/webhooks/gateway`, signingKey: webhookKey },
    clock: () => Date.now(),
  });
  const config = readConfig({
    PORT: '0',
    DATA_DIR: 'not-used',
    COGNITO_ISSUER: issuer,
    COGNITO_CLIENT_ID: clientId,
    GATEWAY_URL: origins.gateway,
    GATEWAY_SECURITY_KEY: securityKey,
    GATEWAY_WEBHOOK_KEY: webhookKey,
    GATEWAY_DUPLICATE_SECONDS: '0',
    ALLOWED_ORIGINS: 'http://localhost:5173',
    ATTEMPTS_PER_MINUTE: String(attemptsPerMinute),
    OUTCOME_CASE_MS: String(outcomeCaseMs),
    DECLINES_PER_CUSTOMER_PER_DAY: '0',
    DECLINES_PER_ADDRESS_PER_DAY: '0',
    DECLINE_BRAKE_COUNT: '0',
  });
  const store = createKillableStore(config, database, await openSendLocks(dataDir, silentLog));
  const network = createNetwork({ store, gateway, poolKeys: accessTokens.keys });
  const returned = new Set<string>();
  vi.stubGlobal('fetch', network.fetch);
  await store.revive();

  return {
    database,
    gateway,
    store,
    network,
    products,
    returned,
    sales: () => gateway.sales().filter(({ orderId }) => network.orders.has(orderId)),
    async newCustomer() {
      network.orders.clear();
      returned.clear();
      // Forget attempts that earlier sequences left open, because they would cause requests in this one.
      await database.query('update purchase_attempts set check_at = null where check_at is not null');
      await database.query(
        "update gateway_events set check_at = null, outcome = 'ignored' where check_at is not null",
      );
      const id = crypto.randomUUID();
      await database.query(insertCustomer, [id]);
      return createTestCustomer(id, { network, accessToken: await accessTokens.accessTokenOf(id), tokenize });
    },
    async advance(seconds) {
      await store.revive();
      await network.deliverSales();
      await storeClock.advance(seconds * 1000);
      vi.advanceTimersByTime(seconds * 1000);
      await network.settled();
      const sweeping = store.sweep();
      network.deliverReplies();
      await sweeping;
      await network.settled();
    },
    async close() {
      vi.unstubAllGlobals();
      vi.useRealTimers();
      await Promise.all([gateway.close(), database.close()]);
      await rm(dataDir, { recursive: true });
    },
  };
};

const insertCustomer = `
  with customer as (insert into customers (customer_id, created_at) values ($1, now()) returning customer_id)
  insert into accounts (customer_id) select customer_id from customer`;

const tokenSchema = v.object({ token: v.string() });

const tokenize = async (ccnumber: string): Promise<string> => {
  const nextYear = new Date(Date.now()).getUTCFullYear() + 1;
  const reply = await fetch(`${origins.gateway}/token/api/tokens`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origins.gateway },
    body: JSON.stringify({ tokenizationKey, ccnumber, ccexp: `12/${nextYear % 100}`, cvv: '123' }),
  });
  return v.parse(tokenSchema, await reply.json()).token;
};
