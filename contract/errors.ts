import * as v from 'valibot';

/** Every refusal of the store API. `detail` is one or two sentences for the customer. */
export const errorSchema = v.object({ detail: v.pipe(v.string(), v.maxLength(10_000)) });
