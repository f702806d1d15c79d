import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { isPrintable } from '#contract/characters.ts';
import { maxCredits } from '#contract/merchant/requests.ts';
import { productSchema } from '#contract/products.ts';

/** Maximum lifetime of credits, in days: a hundred years. */
export const longestLifetimeDays = 36_500;

export const defaultProductsFile = new URL('./products.json', import.meta.url);

/** Days after a purchase until its credits expire. Null: never. */
const lifetimeSchema = v.nullish(
  v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1, 'credits expire after less than a day'),
    v.maxValue(longestLifetimeDays, `credits expire after more than ${longestLifetimeDays} days`),
  ),
);

const saleableProductsSchema = v.pipe(
  v.array(
    v.object({
      ...productSchema.entries,
      credits_expire_days: lifetimeSchema,
      bonus_expire_days: lifetimeSchema,
    }),
  ),
  v.minLength(1, 'the file lists no products'),
  v.everyItem(({ id }) => id.length >= 1 && id.length <= 100, 'an id needs 1 to 100 characters'),
  v.everyItem(
    ({ id, name, description }) => [id, name, description ?? ''].every(isPrintable),
    'a product has control characters',
  ),
  v.everyItem(({ price_cents }) => price_cents >= 1, 'a price is not above zero'),
  v.everyItem(({ credits }) => credits >= 1, 'a product has no credits'),
  v.everyItem(({ bonus_credits }) => bonus_credits >= 0, 'a bonus is below zero'),
  v.everyItem(
    ({ price_cents, credits, bonus_credits }) => Math.max(price_cents, credits, bonus_credits) <= maxCredits,
    `a price, credits or bonus credits are above ${maxCredits}`,
  ),
  v.check(
    (products) => new Set(products.map(({ id }) => id)).size === products.length,
    'two products share an id',
  ),
);

export type SaleableProduct = v.InferOutput<typeof saleableProductsSchema>[number];

/** Reads products in display order. @throws an error that names the file and the problem in one line */
export const readProducts = async (file: string | URL): Promise<readonly SaleableProduct[]> => {
  try {
    return v.parse(saleableProductsSchema, JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    const path = v.isValiError(error) ? v.getDotPath(error.issues[0]) : null;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Products file ${file}: ${path === null ? '' : `${path}: `}${reason}`, { cause: error });
  }
};
