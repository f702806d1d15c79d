import { Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { describeRoute } from 'hono-openapi';
import { merchantEndpoints } from '#contract/merchant/endpoints.ts';
import { createVaultCards } from './cards/vault-cards.ts';
import { type CreditsOf, createCredits } from './credits/create-credits.ts';
import { withConnectionLimit } from './database/connection-limit.ts';
import { isDatabaseUnavailable } from './database/database.ts';
import { createDatabaseWrites } from './database/writes.ts';
import { createGatewayEvents } from './events/gateway-events.ts';
import { createCardGateway } from './gateway/gateway.ts';
import { type SendForm, sendForm } from './gateway/send-form.ts';
import { allowOrigins } from './http/cross-origin.ts';
import { describeApi, serveDocument } from './http/document.ts';
import { createFailureLimit } from './http/failure-limit.ts';
import { HttpError, storeError, temporarilyUnavailable } from './http/http-error.ts';
import {
  type App,
  checkHost,
  limitBody,
  nameRequests,
  observeRequests,
  type RequestEnvironment,
  sendError,
  setAnswerHeader,
} from './http/middleware.ts';
import { isRequestCut } from './http/requests.ts';
import { errorResponse } from './http/serve.ts';
import { createAccountDeletions } from './identity/account-deletions.ts';
import { type Caller, createAuthentication } from './identity/authentication.ts';
import { createPoolAccountFinder } from './identity/pool-accounts.ts';
import { createPoolKeys } from './identity/pool-keys.ts';
import { createPoolUsers } from './identity/pool-users.ts';
import { createLedger } from './ledger/ledger.ts';
import { addMerchantApi } from './merchant/api.ts';
import { createKeyAuthentication } from './merchant/authentication.ts';
import { type Meter, noMeter } from './metrics/meter.ts';
import { withChecksMetered, withEndsMetered, withSalesMetered } from './metrics/metered.ts';
import type { CustomerParts, StoreParts } from './parts.ts';
import { createPurchaseAttempts } from './payments/attempts.ts';
import { createChangedRecords } from './payments/changed-records.ts';
import { createLostOpenings } from './payments/lost-openings.ts';
import { createRecovery } from './payments/recovery.ts';
import type { SendLocks } from './payments/send-locks.ts';
import { createReadiness } from './readiness.ts';
import { addAccountRoutes } from './routes/account.ts';
import { addCardRoutes } from './routes/cards.ts';
import { addCheckoutRoutes } from './routes/checkout.ts';
import { addLedgerRoutes, addRefundRoutes } from './routes/history.ts';
import { addNoticeRoutes } from './routes/notices.ts';
import { addProbeRoutes } from './routes/probes.ts';
import { addSpendingLimitRoutes } from './routes/spending-limit.ts';
import { addTopUpRoutes } from './routes/top-up.ts';
import { addWebhookRoutes } from './routes/webhooks.ts';
import { createTopUpWorker } from './top-up/worker.ts';
import { traceRequests } from './tracing/requests.ts';
import { withStatementsTraced } from './tracing/statements.ts';
import { noTracing, type Tracing } from './tracing/tracing.ts';

const maxBodyBytes = 16 * 1024;
const maxBatchBytes = 1024 * 1024;

interface StoreOutside {
  readonly tracing?: Tracing | undefined;
  readonly send?: SendForm;
  readonly sendLocks?: SendLocks | undefined;
  /** How long to wait for more purchases or credit calls before sending a batch, in milliseconds. */
  readonly gatherMs?: number;
  /** Default: credits stored in the database. */
  readonly creditsOf?: CreditsOf | undefined;
}

export type ComposedStore = ReturnType<typeof composeStore>;

/**
 * Composes the store without listening or starting jobs. Fetch `poolKeys` before the first request. `recovery`,
 * `events`, `changedRecords`, `vaultCards`, `topUps`, `lostOpenings`, `accountDeletions` and `recordKeyUses` are background
 * jobs.
 */
export const composeStore = (
  given: StoreParts,
  meter: Meter = noMeter,
  { tracing, send = sendForm, sendLocks, gatherMs = 0, ...outside }: StoreOutside = {},
) => {
  const traced = tracing ? withStatementsTraced(given.database, tracing) : given.database;
  const writes = createDatabaseWrites(traced, given.log);
  const { database } = writes;
  const parts = { ...given, database };
  const { config, log } = parts;
  const lostOpenings = createLostOpenings(database);
  const asking = { log, tracing: tracing ?? noTracing };
  const poolUsers = withChecksMetered(createPoolUsers(config.userPool.endpoint, asking), meter);
  const gateway = withSalesMetered(createCardGateway(config.gateway, { meter, tracing, send }), meter);
  const vaultCards = createVaultCards({ ...parts, gateway });
  const attempts = createPurchaseAttempts(database, config, lostOpenings, gatherMs);
  const payments = {
    ...parts,
    attempts: withEndsMetered(attempts, meter),
    gateway,
    vaultCards,
    tracing: tracing ?? noTracing,
    sendLocks,
    writes,
  };
  const recovery = createRecovery(payments);
  const events = createGatewayEvents(payments, recovery);
  const poolKeys = createPoolKeys(config.userPool.issuer);
  const readiness = createReadiness({ database, writes, poolKeys, log });
  const merchantDatabase = withConnectionLimit(database, config.merchantConnections);
  const keys = createKeyAuthentication(merchantDatabase);
  const creditsOf = outside.creditsOf ?? createCredits(merchantDatabase, gatherMs);
  const findPoolAccount = createPoolAccountFinder(config.userPool, log);
  const accountDeletions = createAccountDeletions({ ...parts, poolUsers, findPoolAccount });

  const app: App = new Hono<RequestEnvironment>({ strict: false });
  receiveRequests(app, parts, { meter, tracing });
  // Add these before the body limit, because webhook bodies may exceed it.
  addWebhookRoutes(app, parts, events);
  const [limitBatch, limitOthers] = [limitBody(maxBatchBytes), limitBody(maxBodyBytes)];
  app.use((c, next) => (isSpendBatch(c.req) ? limitBatch : limitOthers)(c, next));
  addProbeRoutes(app, database, readiness);
  serveDocument(app, '/openapi.json', () => describeApi(app, config));
  const identify = createAuthentication(config.userPool, poolKeys, log);
  addCustomerApi(app, { ...payments, poolUsers, ledger: createLedger(database), accountDeletions }, identify);
  if (config.merchantApi) {
    addMerchantApi(app, config.merchantApi, {
      database: merchantDatabase,
      creditsOf,
      keys,
      failures: createFailureLimit(config),
      findPoolAccount: config.userPool.credentials && findPoolAccount,
      appUrl: config.appUrl,
    });
  }
  return {
    app,
    recovery,
    events,
    changedRecords: createChangedRecords(payments, recovery),
    vaultCards,
    topUps: createTopUpWorker(payments, findPoolAccount),
    lostOpenings,
    accountDeletions,
    poolKeys,
    readiness,
    writes,
    recordKeyUses: keys.recordUses,
  };
};

const isSpendBatch = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  method === 'POST' && path.replace(/\/$/, '') === merchantEndpoints.spendBatch.path;

/** Adds the middleware that all routes share: logging, limits, headers, and error responses. */
const receiveRequests = (
  app: App,
  { config, log }: StoreParts,
  { meter, tracing }: { readonly meter: Meter; readonly tracing: Tracing | undefined },
): void => {
  app.use(nameRequests);
  // Don't trace probes, which arrive every second.
  if (tracing) for (const paths of ['/api/*', '/v1/*', '/webhooks/*']) app.use(paths, traceRequests(tracing));
  app.use(observeRequests(log, meter));
  app.use(checkHost(config.allowedHosts));
  app.use(allowOrigins(config.allowedOrigins));
  app.use(async (c, next) => {
    setAnswerHeader(c, 'Cache-Control', 'no-store');
    setAnswerHeader(c, 'X-Content-Type-Options', 'nosniff');
    await next();
  });
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) => {
        const Allow = methods.join(', ');
        return sendError(
          c,
          storeError('method-not-allowed', `This address only accepts ${Allow}.`, { Allow }),
        );
      },
    }),
  );
  app.notFound((c) => sendError(c, storeError('not-found', 'Nothing exists at this address.')));
  app.onError((error, c) => {
    if (error instanceof HttpError) return sendError(c, error);
    if (isRequestCut(c))
      // The client has disconnected.
      return sendError(c, storeError('invalid-request', 'The request ended before its body was complete.'));
    log.error({ event: 'request-failed', requestId: c.get('requestId'), error });
    return sendError(
      c,
      isDatabaseUnavailable(error)
        ? temporarilyUnavailable()
        : storeError('internal-error', 'Something went wrong on our side. Please try again.'),
    );
  });
};

/** Adds the `/api/` routes for customers' browsers. */
const addCustomerApi = (
  app: App,
  parts: CustomerParts,
  identify: (authorization: string | undefined) => Promise<Caller>,
): void => {
  app.use(
    '/api/*',
    describeRoute({
      responses: {
        401: errorResponse('No valid access token'),
        500: errorResponse('The store failed; repeat the request'),
        503: errorResponse('Temporarily unavailable; see Retry-After'),
      },
    }),
    async (c, next) => {
      c.set('caller', await identify(c.req.header('Authorization')));
      await next();
    },
  );
  addAccountRoutes(app, parts);
  addLedgerRoutes(app, parts);
  addRefundRoutes(app, parts);
  addCardRoutes(app, parts);
  addTopUpRoutes(app, parts);
  addNoticeRoutes(app, parts);
  addSpendingLimitRoutes(app, parts);
  addCheckoutRoutes(app, parts);
};
