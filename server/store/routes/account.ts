import { Hono } from 'hono';
import { reads } from '#contract/endpoints.ts';
import { createCustomers } from '../customers.ts';
import { serve, unknownCustomer } from '../http/document.ts';
import type { RequestEnvironment } from '../http/middleware.ts';
import type { ReadingParts, SessionParts } from '../parts.ts';

export const accountRoutes = ({ database, poolUsers, ledger }: SessionParts & ReadingParts) => {
  const customers = createCustomers(database, poolUsers.find);
  const routes = new Hono<RequestEnvironment>();
  serve(
    routes,
    reads.profile,
    { summary: 'The customer, whose record is made at the first call', statuses: { 200: 'The customer' } },
    (c) => customers.ensure(c.get('caller')),
  );
  serve(
    routes,
    reads.balance,
    {
      summary: 'The credit balance',
      statuses: {
        200: 'The balance. It is below zero only where a refund, void or chargeback took back credits that were spent',
        ...unknownCustomer,
      },
    },
    (c) => ledger.readBalance(c.get('caller').customerId),
  );
  return routes;
};
