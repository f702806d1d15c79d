import * as v from 'valibot';
import { count, credits, text } from './scalars.ts';

/** A credit package as sold. `price_cents` in US cents. */
export const productSchema = v.object({
  id: text,
  name: text,
  price_cents: count,
  credits: count,
  /** A negative bonus reduces the credits and shows no badge. */
  bonus_credits: credits,
  description: v.nullish(text, ''),
});
export type Product = v.InferOutput<typeof productSchema>;

export const productsSchema = v.array(productSchema);
