import { expect, it, vi } from 'vitest';
import { StoreError } from '#domain/store-error.ts';
import { createQuotePackage } from '#services/store/purchase-calls.ts';

const product = {
  id: 'gold',
  name: 'Gold',
  price_cents: 1999,
  credits: 100,
  bonus_credits: 10,
  description: '',
};
const quoteWith = (readProducts: Parameters<typeof createQuotePackage>[0]) =>
  createQuotePackage(readProducts)({ product });

it.each([
  ['the same offer under a new text', [{ ...product, description: 'POPULAR' }], { outcome: 'unchanged' }],
  [
    'another price',
    [{ ...product, price_cents: 2499 }],
    { outcome: 'changed', product: { ...product, price_cents: 2499 } },
  ],
  [
    'fewer credits',
    [{ ...product, credits: 90 }],
    { outcome: 'changed', product: { ...product, credits: 90 } },
  ],
  [
    'no such package',
    [{ ...product, id: 'silver' }],
    { outcome: 'refused', failure: { name: 'package-withdrawn', message: '' } },
  ],
])('quotes %s', async (_, products, answer) => {
  expect(await quoteWith(async () => products)).toEqual(answer);
});

it.each([
  ['unreachable', 'unreachable'],
  ['signed-out', 'session-ended'],
] as const)('is refused if the store is %s', async (kind, name) => {
  const answer = await quoteWith(vi.fn().mockRejectedValue(new StoreError(kind, 'Words')));
  expect(answer).toEqual({ outcome: 'refused', failure: { name, message: 'Words' } });
});
