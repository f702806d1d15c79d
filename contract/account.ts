import * as v from 'valibot';
import { count, credits, text } from './scalars.ts';

export const profileSchema = v.object({
  id: text,
  email: v.nullish(text, null),
  firstName: v.nullish(text, null),
  lastName: v.nullish(text, null),
  phone: v.nullish(text, null),
  /** Another customer record has the same verified email. Absent if no other record is known. */
  hasOtherAccount: v.fallback(v.optional(v.boolean()), undefined),
});
export type Profile = v.InferOutput<typeof profileSchema>;

export const balanceSchema = v.object({ balance: credits });
export type Balance = v.InferOutput<typeof balanceSchema>;

/** Parts of the balance, and news about it. */
export const creditDetailsSchema = v.object({
  /** Credits of open holds. */
  held: count,
  /** What is left of the grants that expire next, on one day in Chicago, and when the first of them does. */
  expiring: v.nullable(v.object({ credits: count, expires_at: text })),
  /** A `TopUpNews`; null if automatic top-up is off. Its schema isn't here, so that it loads later. */
  top_up: v.optional(v.unknown()),
});
export type CreditDetails = v.InferOutput<typeof creditDetailsSchema>;
