import * as v from 'valibot';
import { credits, text } from './scalars.ts';

/** GET /api/auth/profile. Creates the customer record at its first call. */
export const profileSchema = v.object({
  id: text,
  email: v.nullish(text, null),
  firstName: v.nullish(text, null),
  lastName: v.nullish(text, null),
  phone: v.nullish(text, null),
  /** Another customer record has the same verified email. Optional: absent means that none is known. */
  hasOtherAccount: v.fallback(v.optional(v.boolean()), undefined),
});
export type Profile = v.InferOutput<typeof profileSchema>;

/** GET /api/credits/balance. */
export const balanceSchema = v.object({ balance: credits });
export type Balance = v.InferOutput<typeof balanceSchema>;
