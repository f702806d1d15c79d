import { expect, it, vi } from 'vitest';
import { StoreError } from '#domain/store-error.ts';
import { createQuotePackage } from '#services/store/purchase-calls.ts';
import { plus } from '#tests/purchases.ts';

const quoteWith = (readProducts: Parameters<typeof createQuotePackage>[0]) =>
  createQuotePackage(readProducts)({ product: plus });

it.each([
  ['the same offer with new text', [{ ...plus, description: 'BEST VALUE' }], { outcome: 'unchanged' }],
  [
    'another price',
    [{ ...plus, price_cents: 2499 }],
    { outcome: 'changed', product: { ...plus, price_cents: 2499 } },
  ],
  ['fewer credits', [{ ...plus, credits: 90 }], { outcome: 'changed', product: { ...plus, credits: 90 } }],
  [
    'no such package',
    [{ ...plus, id: 'silver' }],
    { outcome: 'refused', failure: { name: 'package-withdrawn', message: '' } },
  ],
])('a quote reports %s', async (_, products, answer) => {
  expect(await quoteWith(async () => products)).toEqual(answer);
});

it.each([
  ['unreachable', 'unreachable'],
  ['signed-out', 'session-ended'],
] as const)('a quote fails if the store call is %s', async (kind, name) => {
  const answer = await quoteWith(vi.fn().mockRejectedValue(new StoreError(kind, 'Words')));
  expect(answer).toEqual({ outcome: 'refused', failure: { name, message: 'Words' } });
});
