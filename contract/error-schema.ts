import * as v from 'valibot';
import { errorCodes } from './error-codes.gen.ts';
import { text } from './scalars.ts';

/**
 * The body of each error response outside the merchant's API. `detail` is one or two sentences for customers.
 * `code` is undefined if absent or unknown. Doesn't import the error table, so that no page loads its texts.
 */
export const errorSchema = v.object({
  code: v.fallback(v.optional(v.picklist(errorCodes)), undefined),
  detail: text,
  /** One of `refundReasons`. Only `not-refundable` errors have it. */
  reason: v.fallback(v.optional(text), undefined),
});
