import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { CreditsOf } from '../credits/create-credits.ts';
import { withConnectionLimit } from '../database/connection-limit.ts';
import type { Database } from '../database/database.ts';
import type { FailureLimit } from '../http/failure-limit.ts';
import type { RequestEnvironment } from '../http/middleware.ts';
import { errorResponse, merchantErrorResponses } from '../http/serve.ts';
import { merchantCustomerRoutes } from '../routes/merchant-customers.ts';
import { merchantEventRoutes } from '../routes/merchant-events.ts';
import { merchantGrantRoutes } from '../routes/merchant-grants.ts';
import { merchantHoldRoutes } from '../routes/merchant-holds.ts';
import { merchantSpendRoutes } from '../routes/merchant-spends.ts';
import { createKeyAuthentication } from './authentication.ts';
import { type CallLimits, guardMerchantApi } from './guard.ts';
import type { CreditsFor } from './requests.ts';

interface MerchantApiParts {
  readonly database: Database;
  readonly creditsOf: CreditsOf;
  readonly failures: FailureLimit;
  readonly limits: CallLimits;
}

/** `/v1/`: for the merchant's servers, with a key instead of a customer's token. */
export const createMerchantApi = ({ database, creditsOf, failures, limits }: MerchantApiParts) => {
  const keys = createKeyAuthentication(database);
  const routes = new Hono<RequestEnvironment>();
  routes.use(
    '/v1/*',
    describeRoute({
      responses: {
        ...merchantErrorResponses(['invalid-key', 'missing-scope', 'browser-refused', 'rate-limited']),
        500: errorResponse('A failure on the side of the store'),
        503: errorResponse('Temporarily unavailable; see Retry-After'),
      },
    }),
    guardMerchantApi(keys, failures, limits),
  );
  routes.route('/', merchantEventRoutes(withConnectionLimit(database, 1)));
  const creditsFor: CreditsFor = (c) => creditsOf(c.get('merchantCaller').prefix);
  for (const routesOf of [
    merchantCustomerRoutes,
    merchantSpendRoutes,
    merchantHoldRoutes,
    merchantGrantRoutes,
  ])
    routes.route('/', routesOf(creditsFor));
  return { routes, recordUses: keys.recordUses };
};
