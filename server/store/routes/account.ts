import { creditReads, reads } from '#contract/endpoints.ts';
import type { App } from '../http/middleware.ts';
import { serve, serveOwn } from '../http/serve.ts';
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
  serveOwn(
    app,
    reads.balance,
    'Returns the credit balance',
    'The balance. It is below zero only if a refund, void or chargeback removed credits that were already spent',
    ledger.readBalance,
  );
  serveOwn(
    app,
    reads.credits,
    'Returns how many credits are held, and which expire next',
    'Parts of the balance: credits of open holds, and what expires next, on one day in Chicago. Null if none does',
    ledger.readCreditDetails,
  );
  serveOwn(
    app,
    creditReads.holds,
    'Lists the open holds, the first to expire first',
    'At most 100 holds. `held` of the credits counts all',
    ledger.readHolds,
  );
  serveOwn(
    app,
    creditReads.grants,
    'Lists the grants that have credits left, in the order of use',
    'The grants',
    ledger.readGrants,
  );
  serve(
    app,
    reads.products,
    { summary: 'Lists the packages on sale', statuses: { 200: 'The packages' } },
    () => readProductsOnSale(database),
  );
};
