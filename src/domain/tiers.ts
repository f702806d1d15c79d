export type Tier = 'silver' | 'bronze' | 'gold';

const tierOfRank: readonly Tier[] = ['silver', 'bronze', 'gold'];

/**
 * The tier of each price, in the order given: the lowest is silver, the second bronze, the third gold, all others
 * silver. Of equal prices the earlier ranks lower.
 */
export const rankTiers = (prices: readonly number[]): readonly Tier[] => {
  const tiers = prices.map((): Tier => 'silver');
  prices
    .map((price, index) => ({ price, index }))
    .sort((one, other) => one.price - other.price)
    .forEach(({ index }, rank) => {
      tiers[index] = tierOfRank[rank] ?? 'silver';
    });
  return tiers;
};
