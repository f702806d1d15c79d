import { creditReads, reads } from '#contract/endpoints.ts';
import type { App } from '../http/middleware.ts';
import { serve, unknownCustomer } from '../http/serve.ts';
import { createCustomers } from '../identity/customers.ts';
import type { CustomerParts } from '../parts.ts';
import { readProductsOnSale } from '../products/catalog.ts';

export const addAccountRoutes = (app: App, { database, poolUsers, ledger }: CustomerParts): void => {
  const customers = createCustomers(database, poolUsers.find);
  serve(
    app,
    reads.profile,
    { summary: 'Returns the customer. The first call creates the record', statuses: { 200: 'The customer' } },
    (c) => customers.ensure(c.get('caller')),
  );
  serve(
    app,
    reads.balance,
    {
      summary: 'Returns the credit balance',
      statuses: {
        200: 'The balance. It is below zero only if a refund, void or chargeback removed credits that were already spent',
        ...unknownCustomer,
      },
    },
    (c) => ledger.readBalance(c.get('caller').customerId),
  );
  serve(
    app,
    reads.credits,
    {
      summary: 'Returns how many credits are held, and which expire next',
      statuses: {
        200: 'Parts of the balance: credits of open holds, and what expires next, on one day in Chicago. Null if none does',
        ...unknownCustomer,
      },
    },
    (c) => ledger.readCreditDetails(c.get('caller').customerId),
  );
  serve(
    app,
    creditReads.holds,
    {
      summary: 'Lists the open holds, the first to expire first',
      statuses: { 200: 'At most 100 holds. `held` of the credits counts all', ...unknownCustomer },
    },
    (c) => ledger.readHolds(c.get('caller').customerId),
  );
  serve(
    app,
    creditReads.grants,
    {
      summary: 'Lists the grants that have credits left, in the order of use',
      statuses: { 200: 'The grants', ...unknownCustomer },
    },
    (c) => ledger.readGrants(c.get('caller').customerId),
  );
  serve(
    app,
    reads.products,
    { summary: 'Lists the packages on sale', statuses: { 200: 'The packages' } },
    () => readProductsOnSale(database),
  );
};
