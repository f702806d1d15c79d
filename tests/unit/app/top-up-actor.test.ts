import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { topUpOf } from '#app/top-up-actor.ts';
import type { TopUp } from '#contract/top-up.ts';
import { StoreError } from '#domain/store-error.ts';
import { createStoreQuery } from '#features/shared/store-query.ts';
import { fullStore } from '#gallery/harness/fixtures.ts';
import { selectTopUpFailure } from '#machines/top-up.selectors.ts';
import type { ApiClient } from '#services/store/api-client.ts';
import { off, on, settings } from '#tests/models/machines/top-up.ts';
import { settle } from '../machines/harness.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const open = (answer: (method: string | undefined) => TopUp) => {
  const queryClient = new QueryClient();
  const call = async ({ method }: { readonly method?: string }) => answer(method);
  const session = {
    queryClient,
    storeQuery: createStoreQuery({ read: (name) => fullStore[name]() }),
    store: { call: call as ApiClient },
    inspect: () => undefined,
    pages: { ledger: null, activity: null },
  };
  const topUp = topUpOf(session);
  stops.push(() => {
    topUp.stop();
    queryClient.clear();
  });
  const isOutdated = (name: 'products' | 'balance') => queryClient.getQueryState([name])?.isInvalidated;
  return {
    session,
    topUp,
    isOutdated,
    read: (name: 'products' | 'balance') => queryClient.fetchQuery(session.storeQuery(name)),
  };
};

test('a changed price makes the packages load again, and a visit starts no second top-up', async () => {
  const { session, topUp, isOutdated, read } = open((method) => {
    if (method === 'PUT') throw new StoreError('refused', 'No.', { status: 409, code: 'price-changed' });
    return off;
  });
  expect(topUpOf(session)).toBe(topUp);
  await read('products');
  await settle();
  topUp.send({ type: 'settings.submitted', settings });
  await settle();
  expect(selectTopUpFailure(topUp.getSnapshot())).toEqual({ change: 'save', name: 'price-changed' });
  expect(isOutdated('products')).toBe(true);
});

test('a charge that the page learns of makes balance and ledger load again', async () => {
  const charge = { transaction_id: 't1', date: '2026-11-28T12:00:00Z', amount_cents: 500, credits: 500 };
  let answer = on;
  const { topUp, isOutdated, read } = open(() => answer);
  await read('balance');
  await settle();
  topUp.send({ type: 'top-up.outdated' });
  await settle();
  expect(isOutdated('balance')).toBe(false);
  for (const status of ['pending', 'completed']) {
    answer = { ...on, last_charge: { ...charge, status } };
    topUp.send({ type: 'top-up.outdated' });
    await settle();
    expect(isOutdated('balance')).toBe(true);
    await read('balance');
  }
});
