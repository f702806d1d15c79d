import type { Product } from '#contract/products.ts';
import { StoreError } from '#domain/store-error.ts';
import type { QuoteAnswer, QuoteRequest } from '#machines/checkout.types.ts';

/** Reads the price of a package anew. Throws only the reason of its own signal. */
export type QuotePackage = (request: QuoteRequest, signal?: AbortSignal) => Promise<QuoteAnswer>;

const isSameOffer = (one: Product, other: Product): boolean =>
  one.price_cents === other.price_cents &&
  one.credits === other.credits &&
  one.bonus_credits === other.bonus_credits;

/** Compares the package that was chosen with the one on offer now. */
export const createQuotePackage =
  (readProducts: (signal?: AbortSignal) => Promise<readonly Product[]>): QuotePackage =>
  async ({ product: chosen }, signal) => {
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
