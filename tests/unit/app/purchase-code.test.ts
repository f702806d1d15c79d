import { describe, expect, test, vi } from 'vitest';
import { isCardUnmounted } from '#machines/checkout.selectors.ts';
import { plus } from '#tests/purchases.ts';

import { begin, isolateCustomers, settled } from './customers.ts';

isolateCustomers();

describe('the code of a purchase', () => {
  test('is loaded with its first use, once', async () => {
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

  test('that did not arrive fails the card fields, and comes with their next try', async () => {
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

  test('watches the card fields no longer than they are used', async () => {
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

  test('is warmed up once it arrives', async () => {
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
