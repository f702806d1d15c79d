import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { createCustomerScope } from '#app/customer-scope.ts';
import { beginCustomerSession, type CustomerSession } from '#app/customer-session.ts';
import { StoreError } from '#domain/store-error.ts';
import { fullStore } from '#gallery/harness/fixtures.ts';
import type { User } from '#machines/auth.types.ts';
import type { CheckoutEvent } from '#machines/checkout.types.ts';
import { createAttemptLocks } from '#services/store/attempt-locks.ts';
import { createAttemptStorage } from '#services/store/attempts.ts';
import type { StoreApi } from '#services/store/store.ts';
import { approved, billing, plus } from '#tests/purchases.ts';
import { completedTransaction } from '#tests/transactions.ts';
import { settle } from '../machines/harness.ts';
import { createDevice } from '../services/identity/world.ts';

const ada: User = { id: 'u1', email: 'ada@example.com', phone: null, firstName: 'Ada', lastName: null };
const eve: User = { ...ada, id: 'u2', email: 'eve@example.com', firstName: 'Eve' };

const unused = () => Promise.reject(new Error('Not asked for here'));

const sessions: CustomerSession[] = [];
afterEach(() => {
  for (const session of sessions.splice(0)) session.end();
  vi.useRealTimers();
});

const begin = (user: User, { fails = false } = {}) => {
  const asked: string[] = [];
  const store: StoreApi = {
    async read(name) {
      asked.push(name);
      if (fails) throw new StoreError('unreachable', 'No answer');
      return fullStore[name]();
    },
    async history() {
      asked.push('history');
      return { transactions: [completedTransaction], pagination: { total_pages: 1, total_items: 1 } };
    },
    pay: unused,
    attempt: unused,
    withdraw: unused,
  };
  const session = beginCustomerSession(
    user,
    {
      store,
      payments: {
        pay: async () => approved,
        readBaseline: async () => ({ outcome: 'noted', baseline: null }),
        askOutcome: async () => approved,
      },
      quotePackage: async () => ({ outcome: 'unchanged' }),
      attempts: createAttemptStorage({
        storage: createDevice().storage,
        locks: createAttemptLocks(null),
        onWritten: () => () => undefined,
      }),
      cardFields: {
        attach: () => undefined,
        warmUp: () => undefined,
        mount: async () => ({ outcome: 'mounted' }),
        watch(send) {
          for (const field of ['ccnumber', 'ccexp', 'cvv'] as const)
            send({ type: 'card-field.checked', field, valid: true, message: '' });
          return () => undefined;
        },
        tokenise: async () => ({ outcome: 'tokenised', paymentToken: 'tok-1' }),
      },
    },
    { onCheckout: vi.fn(), onAddressChanged: vi.fn(), beforeLedgerRows: async () => undefined },
  );
  sessions.push(session);
  return { session, asked };
};

test('a purchase has the balance, the summary and the history read again, and nothing else', async () => {
  const { session, asked } = begin(ada);
  const { queryClient, storeQuery, checkout, ledgerAt } = session;
  const stops = [
    new QueryObserver(queryClient, storeQuery('profile')).subscribe(() => undefined),
    new QueryObserver(queryClient, storeQuery('products')).subscribe(() => undefined),
    new QueryObserver(queryClient, storeQuery('balance')).subscribe(() => undefined),
    new QueryObserver(queryClient, storeQuery('summary')).subscribe(() => undefined),
  ];
  ledgerAt({ status: 'completed', page: 1, tx: null });
  await settle();
  expect(asked.splice(0).sort()).toEqual(['balance', 'history', 'products', 'profile', 'summary']);

  const events: readonly CheckoutEvent[] = [
    { type: 'package.selected', product: plus },
    { type: 'payment.submitted', billing },
  ];
  for (const event of events) {
    checkout.send(event);
    await settle();
  }
  await expect.poll(() => checkout.getSnapshot().value).toBe('success');
  await settle();
  expect(asked.sort()).toEqual(['balance', 'history', 'summary']);
  for (const stop of stops) stop();
});

test('a sign-out drops what was read for the customer, and so does the sign-in of another one', async () => {
  const scope = createCustomerScope(async (user) => begin(user).session);
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

test('what could not be read is asked for once more, and then given up', async () => {
  vi.useFakeTimers();
  const { session, asked } = begin(ada, { fails: true });
  const reading = session.queryClient.fetchQuery(session.storeQuery('balance')).catch(() => 'given up');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await reading).toBe('given up');
  expect(asked).toEqual(['balance', 'balance']);
});
