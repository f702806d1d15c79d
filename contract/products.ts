import * as v from 'valibot';
import { count, credits, text } from './scalars.ts';

/** A credit package for sale. `price_cents` is in US cents. */
export const productSchema = v.object({
  id: text,
  name: text,
  price_cents: count,
  credits: count,
  /** Added to `credits`. A negative bonus reduces them and shows no badge. */
  bonus_credits: credits,
  description: v.nullish(text, ''),
});
export type Product = v.InferOutput<typeof productSchema>;

export const productsSchema = v.array(productSchema);
