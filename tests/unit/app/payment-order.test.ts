import { expect, test, vi } from 'vitest';
import type { PaymentResult } from '#machines/purchase/checkout.types.ts';
import { approved, attempt, billing } from '#tests/purchases.ts';
import { card } from '#tests/top-ups.ts';
import { begin, isolateCustomers } from './customers.ts';

isolateCustomers();

const unknown: PaymentResult = { outcome: 'unknown' };

test.each([
  ['a typed card', [], false, { paymentToken: 'token', saveCard: false, cardId: null }],
  ['a typed card to save', [], true, { paymentToken: 'token', saveCard: true, cardId: null }],
  ['a saved card', [card], false, { paymentToken: null, saveCard: false, cardId: card.id }],
])('a payment with %s is sent once, and looked up with the same order', async (_, cards, saveCard, means) => {
  const lookUp = vi.fn(async () => approved).mockResolvedValueOnce(unknown);
  const { session, payment, buy } = begin({ pay: async () => unknown, lookUp, list: async () => cards });
  await buy(saveCard);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(session.checkout.getSnapshot().value).toBe('success');
  const order = { attempt, billing, ...means };
  expect(payment.mock.calls).toEqual([[order, expect.any(AbortSignal)]]);
  const question = [order, expect.any(Function), expect.any(AbortSignal)];
  expect(lookUp.mock.calls).toEqual([question, question]);
});
