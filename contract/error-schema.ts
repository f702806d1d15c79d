import * as v from 'valibot';
import { errorCodes } from './error-codes.gen.ts';
import { text } from './scalars.ts';

/**
 * The body of every error response but the merchant's API's. `detail`: one or two sentences for the customer. `code`:
 * undefined if absent or unknown. It doesn't import the table of errors, so that no page loads its texts.
 */
export const errorSchema = v.object({
  code: v.fallback(v.optional(v.picklist(errorCodes)), undefined),
  detail: text,
});
