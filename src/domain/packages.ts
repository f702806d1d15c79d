import type { Product } from '#contract/products.ts';

export const totalCredits = ({ credits, bonus_credits }: Product): number => credits + bonus_credits;

/** Returns credits per US dollar, rounded to one decimal. Null for a package without a price. */
export const creditsPerDollar = (product: Product): number | null =>
  product.price_cents > 0 ? Math.round((totalCredits(product) * 1_000) / product.price_cents) / 10 : null;

export type PackageLabel = 'popular' | 'best-value' | 'plain' | 'none';

/** Returns the kind of label for a package's description. POPULAR and BEST VALUE become badges. */
export const readPackageLabel = (description: string): PackageLabel => {
  const text = description.trim();
  if (text === '') return 'none';
  if (text === 'POPULAR') return 'popular';
  return text === 'BEST VALUE' ? 'best-value' : 'plain';
};

/** The metals of the three cheapest packages, cheapest first. src/ui/metals.ts has their colors. */
const tiers = ['silver', 'bronze', 'gold'] as const;
export type Tier = (typeof tiers)[number];

/** Returns each package's metal, in the order of `prices`. Packages beyond the three cheapest are silver. */
export const rankTiers = (prices: readonly number[]): readonly Tier[] => {
  const ranked = [...prices.entries()].sort(([, one], [, other]) => one - other).map(([index]) => index);
  return prices.map((_, index) => tiers[ranked.indexOf(index)] ?? 'silver');
};
