import { Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { describeRoute } from 'hono-openapi';
import { createVaultCards, type VaultCards } from './cards/vault-cards.ts';
import { type CreditsOf, createCredits } from './credits/create-credits.ts';
import { withConnectionLimit } from './database/connection-limit.ts';
import { isDatabaseUnavailable } from './database/database.ts';
import { createCardGateway } from './gateway/gateway.ts';
import { type SendForm, sendForm } from './gateway/send-form.ts';
import { allowOrigins } from './http/cross-origin.ts';
import { describeApi } from './http/document.ts';
import { createFailureLimit } from './http/failure-limit.ts';
import { HttpError, storeError, temporarilyUnavailable } from './http/http-error.ts';
import {
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
import { createAuthentication } from './identity/authentication.ts';
import { createPoolAccountFinder } from './identity/pool-accounts.ts';
import { createPoolKeys, type PoolKeys } from './identity/pool-keys.ts';
import { createPoolUsers } from './identity/pool-users.ts';
import { createLedger } from './ledger.ts';
import { createMerchantApi } from './merchant/api.ts';
import { type Meter, noMeter } from './metrics/meter.ts';
import { withChecksMetered, withEndsMetered, withSalesMetered } from './metrics/metered.ts';
import type { StoreParts } from './parts.ts';
import { createPurchaseAttempts } from './payments/attempts.ts';
import { type ChangedRecords, createChangedRecords } from './payments/changed-records.ts';
import { createGatewayEvents, type GatewayEvents } from './payments/events.ts';
import { createLostOpenings, type LostOpenings } from './payments/lost-openings.ts';
import { createRecovery, type Recovery } from './payments/recovery.ts';
import type { SendLocks } from './payments/send-locks.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { accountRoutes } from './routes/account.ts';
import { activityRoutes } from './routes/activity.ts';
import { cardRoutes } from './routes/cards.ts';
import { checkoutRoutes } from './routes/checkout.ts';
import { probeRoutes } from './routes/probes.ts';
import { productRoutes } from './routes/products.ts';
import { topUpRoutes } from './routes/top-up.ts';
import { transactionRoutes } from './routes/transactions.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { createTopUpWorker, type TopUpWorker } from './top-up/worker.ts';
import { traceRequests } from './tracing/requests.ts';
import { withStatementsTraced } from './tracing/statements.ts';
import { noTracing, type Tracing } from './tracing/tracing.ts';

const maxBodyBytes = 16 * 1024;

/** `app` serves requests. `recovery`, `events`, `changedRecords`, `vaultCards`, `topUps` and `lostOpenings` are background jobs. */
export interface ComposedStore {
  readonly app: Hono<RequestEnvironment>;
  readonly recovery: Recovery;
  readonly events: GatewayEvents;
  readonly changedRecords: ChangedRecords;
  readonly vaultCards: VaultCards;
  readonly topUps: TopUpWorker;
  readonly lostOpenings: LostOpenings;
  /** Fetch these before the first request. */
  readonly poolKeys: PoolKeys;
  readonly readiness: Readiness;
  /** A background job: stores when the merchant's API keys were last used. */
  recordKeyUses(): Promise<void>;
}

interface StoreOutside {
  readonly tracing?: Tracing | undefined;
  readonly send?: SendForm;
  readonly sendLocks?: SendLocks | undefined;
  /** How long purchases and calls on credits wait to be batched, in milliseconds. */
  readonly gatherMs?: number;
  /** Replaces the database's. */
  readonly creditsOf?: CreditsOf | undefined;
}

/** Puts the store together over its database, without listening or starting jobs. */
export const composeStore = (
  given: StoreParts,
  meter: Meter = noMeter,
  { tracing, send = sendForm, sendLocks, gatherMs = 0, creditsOf }: StoreOutside = {},
): ComposedStore => {
  const database = tracing ? withStatementsTraced(given.database, tracing) : given.database;
  const parts = { ...given, database };
  const { config, log } = parts;
  const lostOpenings = createLostOpenings(database);
  const poolUsers = withChecksMetered(
    createPoolUsers(config.userPool.endpoint, { log, tracing: tracing ?? noTracing }),
    meter,
  );
  const gateway = withSalesMetered(createCardGateway(config.gateway, { meter, tracing, send }), meter);
  const vaultCards = createVaultCards({ ...parts, gateway });
  const payments = {
    ...parts,
    attempts: withEndsMetered(createPurchaseAttempts(database, config, lostOpenings, gatherMs), meter),
    gateway,
    vaultCards,
    tracing: tracing ?? noTracing,
    sendLocks,
  };
  const ledger = createLedger(database);
  const recovery = createRecovery(payments);
  const events = createGatewayEvents(payments, recovery);
  const changedRecords = createChangedRecords(payments, recovery);
  const poolKeys = createPoolKeys(config.userPool.issuer);
  const readiness = createReadiness(database, poolKeys);
  const identify = createAuthentication(config.userPool, poolKeys);
  const merchantDatabase = withConnectionLimit(database, config.merchantConnections);
  const merchantApi =
    config.merchantApi &&
    createMerchantApi({
      database: merchantDatabase,
      creditsOf: creditsOf ?? createCredits(merchantDatabase, gatherMs),
      failures: createFailureLimit(config),
      limits: config.merchantApi,
    });
  const app = new Hono<RequestEnvironment>({ strict: false });

  app.use(nameRequests);
  // Not for probes, which come every second.
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
  // Webhook bodies may be larger than customers' request bodies.
  app.route('/', webhookRoutes(parts, events));
  app.use(
    limitBody(maxBodyBytes, () => {
      throw storeError('too-large', 'The request is too large.');
    }),
  );

  app.route('/', probeRoutes(database, readiness));
  app.get('/openapi.json', async (c) =>
    c.json(await describeApi(app, { hasMerchantApi: merchantApi !== undefined })),
  );

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
  app.route('/', accountRoutes({ ...parts, poolUsers, ledger }));
  app.route('/', productRoutes(parts));
  app.route('/', transactionRoutes({ ...parts, ledger }));
  app.route('/', activityRoutes({ ...parts, ledger }));
  app.route('/', cardRoutes(payments));
  app.route('/', topUpRoutes({ ...parts, poolUsers }));
  app.route('/', checkoutRoutes({ ...payments, poolUsers }));

  if (merchantApi) app.route('/', merchantApi.routes);

  app.notFound((c) => sendError(c, storeError('not-found', 'Nothing exists at this address.')));
  app.onError((error, c) => {
    if (error instanceof HttpError) return sendError(c, error);
    // The client has disconnected.
    if (isRequestCut(c))
      return sendError(c, storeError('invalid-request', 'The request ended before its body was complete.'));
    log.error({ event: 'request-failed', requestId: c.get('requestId'), error });
    return sendError(
      c,
      isDatabaseUnavailable(error)
        ? temporarilyUnavailable()
        : storeError('internal-error', 'Something went wrong on our side. Please try again.'),
    );
  });
  return {
    app,
    recovery,
    events,
    changedRecords,
    vaultCards,
    topUps: createTopUpWorker(payments, createPoolAccountFinder(config.userPool, log)),
    lostOpenings,
    poolKeys,
    readiness,
    recordKeyUses: async () => merchantApi?.recordUses(),
  };
};
