import * as v from 'valibot';
import { count, credits, text } from './scalars.ts';

/** A credit package as sold. `price_cents` in US cents. */
export const productSchema = v.object({
  id: text,
  name: text,
  price_cents: count,
  credits: count,
  /** Below zero it is taken off the credits, and shown without a badge. */
  bonus_credits: credits,
  description: v.nullish(text, ''),
});
export type Product = v.InferOutput<typeof productSchema>;

/** GET /api/products. */
export const productsSchema = v.array(productSchema);
