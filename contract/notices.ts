import * as v from 'valibot';
import { count } from './scalars.ts';

const maxThreshold = 1_000_000_000;

/** The body of PUT /api/notices: which emails the customer wants besides receipts. */
export const noticesRequestSchema = v.object({
  /** The store sends an email when fewer credits than this are available. Null: never. */
  low_balance: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(maxThreshold))),
  /** Whether the store sends an email 14 and 3 days before credits expire. */
  expiring: v.boolean(),
});
export type NoticesRequest = v.InferOutput<typeof noticesRequestSchema>;

/** The response of GET and PUT /api/notices. */
export const noticesSchema = v.object({
  low_balance: v.nullable(count),
  expiring: v.boolean(),
  /** False if the store sends no emails. Clients then hide the notices. */
  is_available: v.optional(v.boolean()),
});
export type Notices = v.InferOutput<typeof noticesSchema>;
