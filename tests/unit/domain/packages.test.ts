import { expect, test } from 'vitest';
import { creditsPerDollar, rankTiers, readPackageLabel, totalCredits } from '#domain/packages.ts';
import { plus } from '#tests/purchases.ts';

test.each([
  ['popular', ['POPULAR', ' POPULAR ']],
  ['best-value', ['BEST VALUE']],
  ['plain', ['Great for teams']],
  ['none', ['', '  ']],
])('readPackageLabel returns %s for %j', (label, descriptions) => {
  for (const description of descriptions) expect(readPackageLabel(description)).toBe(label);
});

test.each([
  [{}, 1_300, 130],
  [{ price_cents: 999, bonus_credits: 0 }, 1_200, 120.1],
  [{ bonus_credits: -200 }, 1_000, 100],
  [{ price_cents: 0 }, 1_300, null],
])('a package with %j has %i credits, %s per dollar', (change, total, perDollar) => {
  expect(totalCredits({ ...plus, ...change })).toBe(total);
  expect(creditsPerDollar({ ...plus, ...change })).toBe(perDollar);
});

test.each([
  { prices: [], tiers: [] },
  { prices: [500], tiers: ['silver'] },
  { prices: [500, 1000, 2000], tiers: ['silver', 'bronze', 'gold'] },
  { prices: [2000, 500, 1000], tiers: ['gold', 'silver', 'bronze'] },
  { prices: [100, 200, 300, 400, 500], tiers: ['silver', 'bronze', 'gold', 'silver', 'silver'] },
  { prices: [700, 700, 700], tiers: ['silver', 'bronze', 'gold'] },
  { prices: [900, 700, 700], tiers: ['gold', 'silver', 'bronze'] },
])('rankTiers ranks the prices $prices as $tiers', ({ prices, tiers }) => {
  expect(rankTiers(prices)).toEqual(tiers);
});

test('rankTiers does not change the given prices', () => {
  const prices = [3, 1, 2];
  rankTiers(prices);
  expect(prices).toEqual([3, 1, 2]);
});
