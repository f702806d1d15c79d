import { expect, test } from 'vitest';
import { creditsPerDollar, totalCredits } from '#domain/packages.ts';

const product = {
  id: 'a',
  name: 'A',
  price_cents: 1_000,
  credits: 1_200,
  bonus_credits: 100,
  description: '',
};

test.each([
  [{}, 1_300, 130],
  [{ price_cents: 999, bonus_credits: 0 }, 1_200, 120.1],
  [{ bonus_credits: -200 }, 1_000, 100],
  [{ price_cents: 0 }, 1_300, null],
])('%j brings %i credits, %s for a dollar', (change, total, perDollar) => {
  expect(totalCredits({ ...product, ...change })).toBe(total);
  expect(creditsPerDollar({ ...product, ...change })).toBe(perDollar);
});
