import * as v from 'valibot';
import { count, credits, text } from './scalars.ts';

export const maxUsageDays = 366;
export const defaultUsageDays = 30;
export const maxUsageRows = 1_000;

/** `credits` is negative if more credits were returned than spent. `count` is the number of spends and captured holds. */
const used = { credits, count };

export const usageSchema = v.object({
  /**
   * By day: each day with spends or returns, oldest first. By reference: at most 1,000, the most credits first.
   * The reference is null for spends without one.
   */
  rows: v.array(
    v.union([v.object({ day: text, ...used }), v.object({ reference: v.nullable(text), ...used })]),
  ),
  /** The credits of all days or references, even those without a row. */
  credits,
});
export type Usage = v.InferOutput<typeof usageSchema>;

/** Returns whether a text is a date like 2026-12-31. `Date` alone moves days that don't exist to the next month. */
export const isDay = (text: string): boolean => {
  const midnight = new Date(`${text}T00:00:00Z`);
  return (
    /^(?!0000)\d{4}-/.test(text) &&
    !Number.isNaN(midnight.getTime()) &&
    midnight.toISOString().slice(0, 10) === text
  );
};

const dayMessage = 'must be a date like 2026-12-31';
const day = v.optional(v.pipe(v.string(dayMessage), v.check(isDay, dayMessage)));

/** The query parameters of a usage. Each error message continues a sentence that starts with the parameter's name. */
export const usageQuerySchema = v.object({
  /** Dates in Chicago, both inclusive. */
  from: day,
  to: day,
  by: v.optional(v.picklist(['day', 'reference'], 'must be day or reference'), 'day'),
});
export type UsageQuery = v.InferOutput<typeof usageQuerySchema>;
