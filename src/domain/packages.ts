import type { Product } from '#contract/products.ts';

/** The credits that a package brings, its bonus included. */
export const totalCredits = ({ credits, bonus_credits }: Product): number => credits + bonus_credits;

/** How many credits a US dollar buys, to a tenth; null for a package without a price. */
export const creditsPerDollar = (product: Product): number | null =>
  product.price_cents > 0 ? Math.round((totalCredits(product) * 1_000) / product.price_cents) / 10 : null;

/** How a package is recommended: two descriptions are marks of their own, any other is plain text. */
export type PackageLabel = 'popular' | 'best-value' | 'plain' | 'none';

/** The label that a package's description stands for. */
export const readPackageLabel = (description: string): PackageLabel => {
  const text = description.trim();
  if (text === '') return 'none';
  if (text === 'POPULAR') return 'popular';
  return text === 'BEST VALUE' ? 'best-value' : 'plain';
};

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
