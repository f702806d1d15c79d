import * as v from 'valibot';
import { count, text } from './scalars.ts';

/** A credit package as sold. `price_cents` in US cents. */
export const productSchema = v.object({
  id: text,
  name: text,
  price_cents: count,
  credits: count,
  bonus_credits: count,
  description: v.nullish(text, ''),
});
export type Product = v.InferOutput<typeof productSchema>;

/** GET /api/products. */
export const productsSchema = v.array(productSchema);
