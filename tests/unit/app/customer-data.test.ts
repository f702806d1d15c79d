import { expect, onTestFinished, test } from 'vitest';
import { createCustomerScope } from '#app/customer/customer-scope.ts';
import { beginCustomerSession, type CustomerSession } from '#app/customer/customer-session.ts';
import { activityAt } from '#app/ledger/activity-actor.ts';
import { noMemory } from '#features/shared/memory.ts';
import { fullStore } from '#gallery/harness/fixtures.ts';
import type { User } from '#machines/account/auth.types.ts';
import { spendEntry } from '#tests/activity.ts';
import { settled } from '../inline/page.ts';

const ada: User = { id: 'u1', email: 'ada@example.com', phone: null, firstName: 'Ada', lastName: null };
const eve: User = { ...ada, id: 'u2', email: 'eve@example.com', firstName: 'Eve' };

const unused = () => Promise.reject(new Error('Not expected here'));
const nothing = () => undefined;

const begin = (user: User): CustomerSession => {
  const session = beginCustomerSession(
    user,
    {
      store: {
        read: (name) => fullStore[name](),
        history: unused,
        activity: async () => ({ entries: [spendEntry], next: null }),
        call: unused,
      },
      memory: noMemory,
      loadPurchase: unused,
      attempts: {
        recall: async () => null,
        keep: unused,
        kept: () => [],
        settle: nothing,
        setAside: nothing,
        watch: () => nothing,
        close: nothing,
      },
    },
    { onCheckout: nothing, onAddressChanged: nothing, beforeLedgerRows: async () => undefined },
  );
  onTestFinished(session.end);
  return session;
};

test('signing out, or signing in as another customer, drops the previous customer’s data', async () => {
  const scope = createCustomerScope(async (user) => begin(user));
  const read = async (user: User) => {
    const session = await scope.open(user);
    const { queryClient, storeQuery } = session;
    await queryClient.fetchQuery(storeQuery('balance'));
    const activity = activityAt(session, { kind: 'all', before: null, newer: [] });
    await settled();
    return () => ({
      balance: queryClient.getQueryData(storeQuery('balance').queryKey),
      pages: queryClient.getQueriesData({ queryKey: ['activity'] }).length,
      status: activity.getSnapshot().status,
    });
  };
  const readByAda = await read(ada);
  const sameSession = await read(ada);
  const kept = { balance: { balance: expect.any(Number) }, pages: 1, status: 'active' };
  const dropped = { balance: undefined, pages: 0, status: 'stopped' };
  expect([readByAda(), sameSession()]).toEqual([kept, kept]);

  const readByEve = await read(eve);
  expect([readByAda(), readByEve()]).toEqual([dropped, kept]);

  scope.close();
  await settled();
  expect(readByEve()).toEqual(dropped);
  expect((await scope.open(eve)).queryClient.getQueryCache().getAll()).toEqual([]);
});
