import type { Hono } from 'hono';
import type { Product } from '#contract/products.ts';
import { createStoreApp } from './app.ts';
import type { StoreConfig } from './config.ts';
import { customersIn } from './customers.ts';
import type { Database } from './database/database.ts';
import { createCardGateway } from './gateway/gateway.ts';
import type { RequestEnvironment } from './http/middleware.ts';
import { createAuthentication } from './identity/authentication.ts';
import { readUserAttributes } from './identity/user-attributes.ts';
import { ledgerIn } from './ledger.ts';
import type { Log } from './logging.ts';
import { attemptLookupIn } from './payments/attempt-lookup.ts';
import { purchaseAttemptsIn } from './payments/attempts.ts';
import { purchase } from './payments/purchasing.ts';
import { createRecovery, type Recovery } from './payments/recovery.ts';

export interface StoreParts {
  readonly config: StoreConfig;
  /** Migrated. */
  readonly database: Database;
  readonly products: readonly Product[];
  readonly clock: () => Date;
  readonly log: Log;
}

/** Puts the store together over its database, without listening and with recovery not yet running. */
export function composeStore({ config, database, products, clock, log }: StoreParts): {
  app: Hono<RequestEnvironment>;
  recovery: Recovery;
} {
  const limit = { attempts: config.attemptsPerMinute, windowSeconds: 60 };
  const attempts = purchaseAttemptsIn(database, limit);
  const gateway = createCardGateway(config.gateway);
  const purchasing = {
    attempts,
    gateway,
    products,
    clock,
    log,
    saleTimeoutMs: config.gateway.saleTimeoutMs,
  };
  const recovery = createRecovery({ attempts, gateway, clock, log, deadlineMs: config.pendingDeadlineMs });
  const app = createStoreApp({
    authentication: createAuthentication(config.userPool),
    customers: customersIn(database),
    readAttributes: ({ accessToken }) => readUserAttributes(config.userPool.endpoint, accessToken, log),
    products,
    ledger: ledgerIn(database),
    purchase: (wanted) => purchase(purchasing, wanted),
    attempts: attemptLookupIn(database, limit),
    recheck: recovery.recheck,
    webhookKey: config.gateway.webhookKey,
    checkHealth: () => database.query('select 1'),
    clock,
    log,
    allowedOrigins: config.allowedOrigins,
    allowedHosts: config.allowedHosts,
  });
  return { app, recovery };
}
