import { onlineManager } from '@tanstack/react-query';
import { describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '#app/customer/customer-session.ts';
import { StoreError } from '#domain/store-error.ts';
import { selectOpenTransaction, selectView } from '#machines/lists/ledger.selectors.ts';
import { isCardUnmounted } from '#machines/purchase/checkout.selectors.ts';
import type { MountResult, PaymentResult } from '#machines/purchase/checkout.types.ts';
import type { CardFields } from '#services/card-fields/card-fields.ts';
import { approved, declined, plus, refused } from '#tests/purchases.ts';
import { completedTransaction } from '#tests/transactions.ts';

import { afterRetry, answers, begin, isolateCustomers, missing, refusal, settled } from './customers.ts';

isolateCustomers();

test('the customer counts as registered only once the profile has loaded', async () => {
  const { world, read, onRegistered } = begin();
  world.refuse = (reading) => (reading === 'profile' ? refusal(500, 'Out of order.') : null);
  await read('balance');
  await Promise.all([expect(read('profile')).rejects.toMatchObject({ status: 500 }), afterRetry()]);
  expect(onRegistered).not.toHaveBeenCalled();
  world.refuse = () => null;
  await read('profile');
  expect(onRegistered).toHaveBeenCalledOnce();
});

test('a read that finds no customer record after the profile loaded is not retried forever', async () => {
  const { world, read, ledger, count } = begin();
  const page = ledger();
  await settled();
  await read('profile');
  world.refuse = () => missing;
  page.send({ type: 'refresh.requested' });
  await afterRetry();
  await afterRetry();
  expect([selectView(page.getSnapshot()), count('history')]).toEqual(['welcome', 3]);
});

describe('a failed read', () => {
  test.each([
    ['a 400', refusal(400, 'No.')],
    ['a 404', missing],
    ['a 500', refusal(500, 'Out of order.')],
    ['a malformed response', new StoreError('malformed', 'What?', { status: 200 })],
    ['no response', new StoreError('unreachable', 'No connection')],
    ['an unexpected error', new Error('A bug')],
  ])('is retried once after %s', async (_, error) => {
    const { world, count, read } = begin();
    world.refuse = () => error;
    const result = expect(read('products')).rejects.toBe(error);
    await afterRetry();
    await vi.advanceTimersByTimeAsync(60_000);
    await result;
    expect(count('products')).toBe(2);
  });

  test.each([
    ['there is no session', new StoreError('signed-out', 'Please sign in to continue', { status: 401 })],
    ['there is no token', new StoreError('unsent', 'No connection')],
  ])('is not retried if %s', async (_, error) => {
    const { world, count, read } = begin();
    world.refuse = () => error;
    await expect(read('balance')).rejects.toBe(error);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(count('balance')).toBe(1);
  });
});

describe('a payment', () => {
  test.each<[string, PaymentResult]>([
    ['if approved', approved],
    ['if declined', declined],
    ['with a used token', refused('token-refused')],
    ['if refunded', refused('refunded')],
  ])('is sent once, and refetches ledger, totals and balance, %s', async (_, answer) => {
    const { buy, count, show, ledger, payment } = begin({ pay: async () => answer });
    for (const name of ['summary', 'balance', 'products'] as const) show(name);
    ledger();
    await settled();
    expect(['history', 'summary', 'balance', 'products'].map(count)).toEqual([1, 1, 1, 1]);
    await buy();
    expect(['history', 'summary', 'balance', 'products'].map(count)).toEqual([2, 2, 2, 1]);
    expect(payment).toHaveBeenCalledOnce();
  });

  test.each<[string, PaymentResult]>([
    ['could not be sent', refused('unreachable')],
    ['was rate-limited', refused('rate-limited')],
  ])('refetches nothing if it %s', async (_, answer) => {
    const { buy, count, ledger, payment } = begin({ pay: async () => answer });
    ledger();
    await settled();
    await buy();
    expect(payment).toHaveBeenCalledOnce();
    expect(count('history')).toBe(1);
  });
});

test('a successful retry of one failed read refetches all failed reads', async () => {
  const { world, show, ledger, count } = begin();
  world.refuse = () => new StoreError('unsent', 'No token');
  const balance = show('balance');
  show('summary');
  const page = ledger();
  await settled();
  expect(selectView(page.getSnapshot())).toBe('failed');
  world.refuse = (name) => (name === 'summary' ? refusal(500, 'Out of order.') : null);
  await balance.refetch();
  await afterRetry();
  expect(selectView(page.getSnapshot())).toBe('rows');
  expect(['balance', 'history', 'summary'].map(count)).toEqual([2, 2, 3]);
  // Although the summary still fails, the app retries it only after another recovery.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(count('summary')).toBe(3);
});

test('a change is sent even if the browser says that it is offline', async () => {
  onlineManager.setOnline(false);
  const client = createQueryClient();
  const change = client.getMutationCache().build(client, { mutationFn: async () => 'sent' });
  expect(await change.execute(undefined)).toBe('sent');
  onlineManager.setOnline(true);
});

test('failed reads and card fields are reloaded once the network is back', async () => {
  const mount = vi.fn<CardFields['mount']>(async () => {
    throw new Error('No network');
  });
  const { session, world, show, ledger, count, goOnline } = begin({ mount });
  world.refuse = () => new StoreError('unreachable', 'No network');
  show('balance');
  show('summary');
  const page = ledger();
  await settled();
  session.checkout.send({ type: 'package.selected', product: plus });
  await afterRetry();
  expect(selectView(page.getSnapshot())).toBe('failed');
  expect(isCardUnmounted(session.checkout.getSnapshot())).toBe(true);
  const asked = count('balance');

  world.refuse = () => null;
  mount.mockResolvedValue({ outcome: 'mounted' });
  goOnline();
  await settled();
  expect(selectView(page.getSnapshot())).toBe('rows');
  expect(isCardUnmounted(session.checkout.getSnapshot())).toBe(false);
  expect([count('balance'), count('summary')]).toEqual([asked + 1, asked + 1]);
  goOnline();
  session.end();
  goOnline();
  await settled();
  expect([count('balance'), count('summary')]).toEqual([asked + 1, asked + 1]);
  expect(mount).toHaveBeenCalledTimes(2);
});

test('card fields requested offline are loaded again if they fail after the network is back', async () => {
  let answer: (answer: MountResult) => void = () => undefined;
  const mount = vi.fn<CardFields['mount']>().mockResolvedValue({ outcome: 'mounted' });
  mount.mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const { session, goOnline } = begin({ mount });
  await settled();
  session.checkout.send({ type: 'package.selected', product: plus });
  await settled();
  goOnline();
  expect(mount).toHaveBeenCalledOnce();
  answer({ outcome: 'refused', failure: { name: 'system-not-ready', message: '' } });
  await settled();
  expect(mount).toHaveBeenCalledTimes(2);
  expect(isCardUnmounted(session.checkout.getSnapshot())).toBe(false);
});

test('opening a checkout closes a transaction that is still loading', async () => {
  const { session, onAddressChanged } = begin();
  await settled();
  const ledger = session.ledgerAt({ status: 'all', page: 1, tx: completedTransaction.id }, false);
  session.checkout.send({ type: 'package.selected', product: plus });
  expect(onAddressChanged).toHaveBeenCalledExactlyOnceWith({
    type: 'address.changed',
    address: { status: 'all', page: 1, tx: null },
    replace: true,
  });
  await settled();
  expect(selectView(ledger.getSnapshot())).toBe('rows');
  expect(selectOpenTransaction(ledger.getSnapshot())).toBeNull();
});

describe('a customer whose record is created late', () => {
  /** Starts a customer whose requests and retries the store refuses until the test calls `know`. */
  const refusedBefore = async () => {
    const customer = begin();
    const { world, show, ledger } = customer;
    let isKnown = false;
    world.refuse = () => (isKnown ? null : missing);
    const balance = show('balance');
    const summary = show('summary');
    const page = ledger();
    await afterRetry();
    expect(selectView(page.getSnapshot())).toBe('welcome');
    expect(balance.getCurrentResult().isError).toBe(true);
    const know = () => {
      isKnown = true;
    };
    return { ...customer, balance, summary, page, know };
  };

  test('gets the data that the store refused before the record existed', async () => {
    const { know, read, balance, summary, page } = await refusedBefore();
    know();
    await read('profile');
    await settled();
    expect(balance.getCurrentResult().data).toEqual(await answers.balance());
    expect(summary.getCurrentResult().data).toEqual(await answers.summary());
    expect(selectView(page.getSnapshot())).toBe('rows');
  });

  test('gets data that the store refuses only after the profile loads', async () => {
    const { world, show, ledger, read } = begin();
    const held: ((error: Error) => void)[] = [];
    world.refuse = (name) => (name === 'profile' ? null : new Promise((resolve) => held.push(resolve)));
    const refuseHeld = () => {
      for (const refuse of held.splice(0)) refuse(missing);
    };
    const balance = show('balance');
    const page = ledger();
    await settled();
    refuseHeld();
    await afterRetry();
    await read('profile');
    world.refuse = () => null;
    refuseHeld();
    await settled();
    expect(balance.getCurrentResult().data).toEqual(await answers.balance());
    expect(selectView(page.getSnapshot())).toBe('rows');
  });

  test('causes one more request, not an endless loop', async () => {
    const { world, count, read } = await refusedBefore();
    world.refuse = (name) => (name === 'profile' ? null : missing);
    await read('profile');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(count('balance')).toBe(4);
    expect(count('history')).toBe(4);
  });

  test('causes no retry of reads refused for another reason', async () => {
    const { world, count, show, read } = begin();
    world.refuse = (name) => (name === 'balance' ? refusal(404, 'Nothing here') : null);
    show('balance');
    await afterRetry();
    await read('profile');
    await settled();
    expect(count('balance')).toBe(2);
  });
});
