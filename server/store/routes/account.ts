import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { createCustomers } from '../customers.ts';
import { response, unknownCustomer } from '../http/document.ts';
import type { RequestEnvironment } from '../http/middleware.ts';
import type { ReadingParts, SessionParts } from '../parts.ts';

/** Who the customer is, and how many credits they have. */
export const accountRoutes = ({ database, poolUsers, ledger }: SessionParts & ReadingParts) => {
  const customers = createCustomers(database, poolUsers.find);
  return new Hono<RequestEnvironment>()
    .get(
      '/api/auth/profile',
      describeRoute({
        summary: 'The customer, whose record is made at the first call',
        responses: { 200: response('Profile', 'The customer') },
      }),
      async (c) => c.json(await customers.ensure(c.get('caller'))),
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
};
