import * as v from 'valibot';

/** Text shown to people, at most 10,000 characters. */
export const text = v.pipe(v.string(), v.maxLength(10_000));

/** A number of US cents, credits or rows. Never negative. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A number of credits. Can be negative, for example after a refund of spent credits. */
export const credits = v.pipe(v.number(), v.safeInteger());

/** Creates a schema that reads a query parameter as a whole number from 1 to `max`. */
export const wholeNumberUpTo = (max: number, message: string) =>
  v.pipe(
    v.string(message),
    v.regex(/^\d{1,16}$/, message),
    v.transform(Number),
    v.minValue(1, message),
    v.maxValue(max, message),
  );
