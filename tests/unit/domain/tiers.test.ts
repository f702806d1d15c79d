import { expect, test } from 'vitest';
import { rankTiers } from '#domain/packages.ts';

test.each([
  { prices: [], tiers: [] },
  { prices: [500], tiers: ['silver'] },
  { prices: [500, 1000, 2000], tiers: ['silver', 'bronze', 'gold'] },
  { prices: [2000, 500, 1000], tiers: ['gold', 'silver', 'bronze'] },
  { prices: [100, 200, 300, 400, 500], tiers: ['silver', 'bronze', 'gold', 'silver', 'silver'] },
  { prices: [700, 700, 700], tiers: ['silver', 'bronze', 'gold'] },
  { prices: [900, 700, 700], tiers: ['gold', 'silver', 'bronze'] },
])('prices $prices rank as $tiers', ({ prices, tiers }) => {
  expect(rankTiers(prices)).toEqual(tiers);
});

test('the prices given stay as they were', () => {
  const prices = [3, 1, 2];
  rankTiers(prices);
  expect(prices).toEqual([3, 1, 2]);
});
