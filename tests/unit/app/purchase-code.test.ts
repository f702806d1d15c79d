import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { isCardUnmounted, isResuming } from '#machines/checkout.selectors.ts';
import { attempt, plus } from '#tests/purchases.ts';

import { begin, isolateCustomers, settled } from './customers.ts';

isolateCustomers();

describe('the code of a purchase', () => {
  test('is loaded once, with its first use', async () => {
    const { session, buy, loadPurchase, payment, cardFields } = begin();
    await settled();
    expect(loadPurchase).not.toHaveBeenCalled();
    session.attachCardField('cvv', null);
    session.attachCardField('ccexp', null);
    await buy();
    expect(cardFields.attach.mock.calls).toEqual([
      ['cvv', null],
      ['ccexp', null],
    ]);
    expect(payment).toHaveBeenCalledOnce();
    expect(loadPurchase).toHaveBeenCalledOnce();
  });

  test('that failed to load fails the card fields, and loads with their next try', async () => {
    const { session, loadPurchase } = begin();
    loadPurchase.mockRejectedValueOnce(new Error('Offline'));
    await settled();
    session.attachCardField('cvv', null);
    session.checkout.send({ type: 'package.selected', product: plus });
    await settled();
    expect(isCardUnmounted(session.checkout.getSnapshot())).toBe(true);
    session.checkout.send({ type: 'card-fields.retried' });
    await settled();
    expect(isCardUnmounted(session.checkout.getSnapshot())).toBe(false);
  });

  test('that fails to load leaves the check of an earlier attempt to its next try', async () => {
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
    session.checkout.send({ type: 'checkout.cancelled' });
    await settled();
    expect(stopWatch).toHaveBeenCalledOnce();
  });

  test('warms up once it has loaded', async () => {
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
});
