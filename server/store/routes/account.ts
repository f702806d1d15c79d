import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { ensureCustomer } from '../customers.ts';
import { response, unknownCustomer } from '../http/document.ts';
import type { RequestEnvironment } from '../http/middleware.ts';
import { readUserAttributes } from '../identity/user-attributes.ts';
import type { PaymentParts, ReadingParts } from '../parts.ts';

/** Who the customer is, and how many credits they have. */
export const accountRoutes = ({ config, database, log, tracing, ledger }: PaymentParts & ReadingParts) =>
  new Hono<RequestEnvironment>()
    .get(
      '/api/auth/profile',
      describeRoute({
        summary: 'The customer, whose record is made at the first call',
        responses: { 200: response('Profile', 'The customer') },
      }),
      async (c) => {
        const { customerId, accessToken } = c.get('caller');
        const { endpoint } = config.userPool;
        const readAttributes = () =>
          tracing.span(
            {
              name: 'GetUser',
              kind: 'client',
              attributes: { 'rpc.method': 'GetUser', 'server.address': endpoint.hostname },
            },
            () => readUserAttributes(endpoint, accessToken, log),
          );
        return c.json(await ensureCustomer(database, customerId, readAttributes));
      },
    )
    .get(
      '/api/credits/balance',
      describeRoute({
        summary: 'The credit balance',
        responses: {
          200: response(
            'Balance',
            'The balance. It is below zero only where a refund, void or chargeback took back credits that were spent',
          ),
          ...unknownCustomer,
        },
      }),
      async (c) => c.json(await ledger.readBalance(c.get('caller').customerId)),
    );
