import * as v from 'valibot';

/** Text shown to people, at most 10,000 characters. */
export const text = v.pipe(v.string(), v.maxLength(10_000));

/** A whole number from 0: US cents, credits or rows. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Credits. Negative, for example, after a refund of credits that were already spent. */
export const credits = v.pipe(v.number(), v.safeInteger());

/** A query parameter: a whole number from 1. */
export const wholeNumberUpTo = (max: number, message: string) =>
  v.pipe(
    v.string(message),
    v.regex(/^\d{1,16}$/, message),
    v.transform(Number),
    v.minValue(1, message),
    v.maxValue(max, message),
  );
