import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CardsSource } from '#features/shared/cards-queries.ts';
import { isResuming, selectCardId } from '#machines/purchase/checkout.selectors.ts';
import { attempt, billing, plus, refused } from '#tests/purchases.ts';
import { card } from '#tests/top-ups.ts';

import { begin, isolateCustomers, settled } from './customers.ts';

isolateCustomers();

describe('the lazily loaded purchase code', () => {
  test('leaves an earlier attempt unresolved if the code fails to load', async () => {
    const rejected = vi.fn();
    process.on('unhandledRejection', rejected);
    onTestFinished(() => void process.off('unhandledRejection', rejected));
    const { session, loadPurchase } = begin({ recall: async () => attempt });
    loadPurchase.mockRejectedValueOnce(new Error('Offline'));
    await settled();
    await new Promise((resolve) => setImmediate(resolve));
    expect(isResuming(session.checkout.getSnapshot())).toBe(true);
    expect(loadPurchase).toHaveBeenCalled();
    session.end();
    await new Promise((resolve) => setImmediate(resolve));
    expect(rejected).not.toHaveBeenCalled();
  });

  test('watches the card fields only while they are in use', async () => {
    const { session, cardFields, stopWatch } = begin();
    await settled();
    session.checkout.send({ type: 'package.selected', product: plus });
    await settled();
    expect(cardFields.watch).toHaveBeenCalledOnce();
    expect(stopWatch).not.toHaveBeenCalled();
    session.checkout.send({ type: 'checkout.canceled' });
    await settled();
    expect(stopWatch).toHaveBeenCalledOnce();
  });

  test('warms up the card fields once it has loaded', async () => {
    vi.stubGlobal('navigator', { onLine: true });
    const { session, loadPurchase, cardFields } = begin();
    loadPurchase.mockRejectedValueOnce(new Error('Offline'));
    session.warmUpCardFields();
    await settled();
    expect(cardFields.warmUp).not.toHaveBeenCalled();
    session.warmUpCardFields();
    await settled();
    expect(cardFields.warmUp).toHaveBeenCalledOnce();
  });

  test('does not warm up card fields for a customer with a saved card', async () => {
    vi.stubGlobal('navigator', { onLine: true });
    const { session, cardFields } = begin({ list: async () => [card] });
    session.warmUpCardFields();
    await settled();
    expect(cardFields.warmUp).not.toHaveBeenCalled();
  });
});

test('if the store refuses a saved card, the cards are fetched again before another card is chosen', async () => {
  const list = vi.fn<CardsSource['list']>(async () => [card, { ...card, id: 'two' }]);
  const { session, payment } = begin({ list, pay: async () => refused('card-refused') });
  await settled();
  session.checkout.send({ type: 'package.selected', product: plus });
  await settled();
  list.mockResolvedValueOnce([{ ...card, id: 'three' }]);
  session.checkout.send({ type: 'payment.submitted', billing });
  await settled();
  expect(payment).toHaveBeenCalledOnce();
  expect(list).toHaveBeenCalledTimes(2);
  expect(selectCardId(session.checkout.getSnapshot())).toBe('three');
});
