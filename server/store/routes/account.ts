import { account, creditReads, reads } from '#contract/endpoints.ts';
import { signInNeeded } from '../http/http-error.ts';
import type { App } from '../http/middleware.ts';
import { serve, serveOwn, unknownCustomer } from '../http/serve.ts';
import { createCustomers } from '../identity/customers.ts';
import type { CustomerParts } from '../parts.ts';
import { readProductsOnSale } from '../products/catalog.ts';

export const addAccountRoutes = (app: App, parts: CustomerParts): void => {
  const { database, poolUsers, ledger, accountDeletions } = parts;
  const customers = createCustomers(database, poolUsers.find);
  serve(
    app,
    reads.profile,
    { summary: 'Returns the customer. The first call creates the record', statuses: { 200: 'The customer' } },
    (c) => customers.ensure(c.get('caller')),
  );
  serve(
    app,
    account.remove,
    {
      summary:
        'Deletes the account: its saved cards, its user in the pool, and its personal data. Safe to repeat',
      description:
        'From then on, the customer can’t buy or spend credits. If the deletion is interrupted, the customer can sign in and ' +
        'repeat it. 401 also means that the user is gone.',
      statuses: {
        202: 'Recorded. The store deletes the account in the background',
        403: 'A sign-in within the last ten minutes is needed (`recent-sign-in-required`)',
        409: 'A purchase or automatic top-up is still open (`open-purchase`)',
        ...unknownCustomer,
      },
    },
    async (c) => {
      const caller = c.get('caller');
      if ((await poolUsers.check(caller.accessToken)) === 'ended') {
        await accountDeletions.resume(caller);
        throw signInNeeded();
      }
      return c.json(await accountDeletions.request(caller), 202);
    },
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
