import * as v from 'valibot';
import { count, text } from './scalars.ts';

/** Equals the maximum of a balance. */
export const maxMonthlyCredits = 1_000_000_000_000;

/** The body of PUT /api/spending-limit. */
export const spendingLimitRequestSchema = v.object({
  monthly_credits: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(maxMonthlyCredits)),
});

/** How many credits the customer can use in a calendar month (Chicago time). */
export const spendingLimitSchema = v.object({
  /** Null: no limit. Less than `used` if the customer lowered the limit. */
  monthly_credits: v.nullable(count),
  /** The credits that this month's spends and holds use, without those returned or released. */
  used: count,
  /** When the next month starts, in ISO 8601. */
  resets_at: text,
});
export type SpendingLimit = v.InferOutput<typeof spendingLimitSchema>;
