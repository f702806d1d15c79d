import { afterEach, expect, test } from 'vitest';
import { createCustomerScope } from '#app/customer-scope.ts';
import { beginCustomerSession, type CustomerSession } from '#app/customer-session.ts';
import { fullStore } from '#gallery/harness/fixtures.ts';
import type { User } from '#machines/auth.types.ts';
import { settle } from '../machines/harness.ts';

const ada: User = { id: 'u1', email: 'ada@example.com', phone: null, firstName: 'Ada', lastName: null };
const eve: User = { ...ada, id: 'u2', email: 'eve@example.com', firstName: 'Eve' };

const unused = () => Promise.reject(new Error('Not expected here'));
const nothing = () => undefined;

const sessions: CustomerSession[] = [];
afterEach(() => {
  for (const session of sessions.splice(0)) session.end();
});

const begin = (user: User): CustomerSession => {
  const session = beginCustomerSession(
    user,
    {
      store: {
        read: (name) => fullStore[name](),
        history: unused,
        activity: unused,
      },
      loadPurchase: unused,
      attempts: {
        recall: async () => null,
        keep: unused,
        kept: () => [],
        settle: nothing,
        watch: () => nothing,
        close: nothing,
      },
    },
    { onCheckout: nothing, onAddressChanged: nothing, beforeLedgerRows: async () => undefined },
  );
  sessions.push(session);
  return session;
};

test('a sign-out drops the customer’s data, and so does another customer’s sign-in', async () => {
  const scope = createCustomerScope(async (user) => begin(user));
  const read = async (user: User) => {
    const { queryClient, storeQuery } = await scope.open(user);
    await queryClient.fetchQuery(storeQuery('balance'));
    return () => queryClient.getQueryData(storeQuery('balance').queryKey);
  };
  const readByAda = await read(ada);
  const sameSession = await read(ada);
  const balance = { balance: expect.any(Number) };
  expect([readByAda(), sameSession()]).toEqual([balance, balance]);

  const readByEve = await read(eve);
  expect([readByAda(), readByEve()]).toEqual([undefined, balance]);

  scope.close();
  await settle();
  expect(readByEve()).toBeUndefined();
  expect((await scope.open(eve)).queryClient.getQueryCache().getAll()).toEqual([]);
});
