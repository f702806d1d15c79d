/** The metals of the cheapest packages, from the lowest price up; each has its colours in src/ui/metals.ts. */
const tiers = ['silver', 'bronze', 'gold'] as const;
export type Tier = (typeof tiers)[number];

/**
 * The tier of each price, in the order given: the lowest is silver, the second bronze, the third gold, all others
 * silver. Of equal prices the earlier ranks lower.
 */
export const rankTiers = (prices: readonly number[]): readonly Tier[] => {
  const ranked = [...prices.entries()].sort(([, one], [, other]) => one - other).map(([index]) => index);
  return prices.map((_, index) => tiers[ranked.indexOf(index)] ?? 'silver');
};
