import type { Product } from '#contract/products.ts';

/** The credits that a package brings, its bonus included. */
export const totalCredits = ({ credits, bonus_credits }: Product): number => credits + bonus_credits;

/** How many credits a US dollar buys, to a tenth; null for a package without a price. */
export const creditsPerDollar = (product: Product): number | null =>
  product.price_cents > 0 ? Math.round((totalCredits(product) * 1_000) / product.price_cents) / 10 : null;
