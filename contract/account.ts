import * as v from 'valibot';
import { count, credits, text } from './scalars.ts';
import { spendingLimitSchema } from './spending-limit.ts';

export const profileSchema = v.object({
  id: text,
  email: v.nullish(text, null),
  firstName: v.nullish(text, null),
  lastName: v.nullish(text, null),
  phone: v.nullish(text, null),
  /** Whether another customer record has the same verified email. Absent if the store knows of none. */
  hasOtherAccount: v.fallback(v.optional(v.boolean()), undefined),
});
export type Profile = v.InferOutput<typeof profileSchema>;

export const balanceSchema = v.object({ balance: credits });
export type Balance = v.InferOutput<typeof balanceSchema>;

/** Response of GET /api/credits: held and expiring credits, the spending limit, and the status of automatic top-up. */
export const creditDetailsSchema = v.object({
  /** Credits reserved by open holds. */
  held: count,
  /** The credits that expire on the next expiry date (Chicago time), and when the first of them expire. */
  expiring: v.nullable(v.object({ credits: count, expires_at: text })),
  /** Null without a limit. */
  spending_limit: v.optional(v.nullable(spendingLimitSchema)),
  /** A `TopUpNews`, or null if automatic top-up is off. `unknown`, so that its schema can load later. */
  top_up: v.optional(v.unknown()),
});
export type CreditDetails = v.InferOutput<typeof creditDetailsSchema>;

/** When the customer first requested the deletion, in ISO 8601. */
export const accountDeletionSchema = v.object({ requested_at: text });
export type AccountDeletion = v.InferOutput<typeof accountDeletionSchema>;
