import * as v from 'valibot';

/** A text of the API that is shown to people; at most 10,000 characters. */
export const text = v.pipe(v.string(), v.maxLength(10_000));

/** A whole number from 0: money in US cents, credits, rows. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A number of credits that may be below zero, such as a balance after a refund of credits that were spent. */
export const credits = v.pipe(v.number(), v.safeInteger());
