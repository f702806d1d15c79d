import type { Product } from '#contract/products.ts';
import { StoreError } from '#domain/store-error.ts';
import type { QuoteRequest, QuoteResult } from '#machines/purchase/checkout.types.ts';

const isSameOffer = (one: Product, other: Product): boolean =>
  one.price_cents === other.price_cents &&
  one.credits === other.credits &&
  one.bonus_credits === other.bonus_credits;

/** Compares the chosen package with the store's. Throws only its signal's reason. */
export const createQuotePackage =
  (readProducts: (signal?: AbortSignal) => Promise<readonly Product[]>) =>
  async ({ product: chosen }: QuoteRequest, signal?: AbortSignal): Promise<QuoteResult> => {
    try {
      const product = (await readProducts(signal)).find(({ id }) => id === chosen.id);
      if (product === undefined)
        return { outcome: 'refused', failure: { name: 'package-withdrawn', message: '' } };
      return isSameOffer(product, chosen) ? { outcome: 'unchanged' } : { outcome: 'changed', product };
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      const name = error.kind === 'signed-out' ? 'session-ended' : 'unreachable';
      return { outcome: 'refused', failure: { name, message: error.message } };
    }
  };

export type QuotePackage = ReturnType<typeof createQuotePackage>;
