import { describeRoute } from 'hono-openapi';
import type { CreditsOf } from '../credits/create-credits.ts';
import { withConnectionLimit } from '../database/connection-limit.ts';
import type { Database } from '../database/database.ts';
import { serveDocument } from '../http/document.ts';
import type { FailureLimit } from '../http/failure-limit.ts';
import { describeMerchantApi } from '../http/merchant-document.ts';
import type { App } from '../http/middleware.ts';
import { merchantErrorResponses } from '../http/serve.ts';
import { createCustomerAdder } from '../identity/customers.ts';
import type { FindPoolAccount } from '../identity/pool-accounts.ts';
import { addMerchantCustomerRoutes, addMerchantUsageRoutes } from '../routes/merchant-customers.ts';
import { addMerchantEventRoutes } from '../routes/merchant-events.ts';
import { addMerchantGrantRoutes } from '../routes/merchant-grants.ts';
import { addMerchantHoldRoutes } from '../routes/merchant-holds.ts';
import { addMerchantSpendRoutes } from '../routes/merchant-spends.ts';
import type { KeyAuthentication } from './authentication.ts';
import { type CallLimits, guardMerchantApi } from './guard.ts';
import type { CreditsFor } from './requests.ts';

interface MerchantApiParts {
  readonly database: Database;
  readonly creditsOf: CreditsOf;
  readonly keys: KeyAuthentication;
  readonly failures: FailureLimit;
  readonly findPoolAccount: FindPoolAccount | undefined;
  readonly appUrl: string | undefined;
}

/** Adds the `/v1/` routes for the merchant's servers, which authenticate with an API key. */
export const addMerchantApi = (
  app: App,
  limits: CallLimits,
  { database, creditsOf, keys, failures, findPoolAccount, appUrl }: MerchantApiParts,
): void => {
  // Add this before the guard, because it needs no key and may be opened in a browser.
  serveDocument(app, '/v1/openapi.json', () => describeMerchantApi(app));
  app.use(
    '/v1/*',
    describeRoute({
      responses: merchantErrorResponses([
        'invalid-key',
        'missing-scope',
        'browser-refused',
        'rate-limited',
        'internal-error',
        'unavailable',
      ]),
    }),
    guardMerchantApi(keys, failures, limits),
    async (c, next) => {
      if (appUrl !== undefined) c.set('buyUrl', `${appUrl}/dashboard`);
      await next();
    },
  );
  const creditsFor: CreditsFor = (c) => creditsOf(c.get('merchantCaller').prefix);
  addMerchantEventRoutes(app, withConnectionLimit(database, 1));
  addMerchantCustomerRoutes(app, creditsFor, createCustomerAdder(database, findPoolAccount));
  addMerchantUsageRoutes(app, database);
  addMerchantSpendRoutes(app, creditsFor);
  addMerchantHoldRoutes(app, creditsFor);
  addMerchantGrantRoutes(app, creditsFor);
};
