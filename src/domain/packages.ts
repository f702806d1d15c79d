import type { Product } from '#contract/products.ts';

export const totalCredits = ({ credits, bonus_credits }: Product): number => credits + bonus_credits;

/** Rounded to a tenth. Null for a package without a price. */
export const creditsPerDollar = (product: Product): number | null =>
  product.price_cents > 0 ? Math.round((totalCredits(product) * 1_000) / product.price_cents) / 10 : null;

export type PackageLabel = 'popular' | 'best-value' | 'plain' | 'none';

/** The label for a package's description. Two descriptions are badges; any other is plain text. */
export const readPackageLabel = (description: string): PackageLabel => {
  const text = description.trim();
  if (text === '') return 'none';
  if (text === 'POPULAR') return 'popular';
  return text === 'BEST VALUE' ? 'best-value' : 'plain';
};

/** The metals of the cheapest packages, lowest price first. src/ui/metals.ts has their colors. */
const tiers = ['silver', 'bronze', 'gold'] as const;
export type Tier = (typeof tiers)[number];

/** In the given order: lowest price silver, second bronze, third gold, others silver. Ties keep order. */
export const rankTiers = (prices: readonly number[]): readonly Tier[] => {
  const ranked = [...prices.entries()].sort(([, one], [, other]) => one - other).map(([index]) => index);
  return prices.map((_, index) => tiers[ranked.indexOf(index)] ?? 'silver');
};
