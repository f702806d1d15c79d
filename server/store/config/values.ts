import * as v from 'valibot';
import { isLoopback } from '../loopback.ts';

/** How the text of a variable is read. Each message goes on after the variable's name. */

export const filled = v.pipe(v.string(), v.minLength(1, 'is empty'));

export const webAddress = v.pipe(
  v.string(),
  v.url('is not a URL'),
  v.startsWith('http', 'is not an http or https URL'),
  v.check((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname } = new URL(text);
    return protocol === 'https:' || isLoopback(hostname);
  }, 'is not https, which only an address on this machine need not be'),
);

export const origin = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'holds something that is not an origin',
  ),
);

/** Items between commas. */
export const listOf = <Item extends v.GenericSchema<string, string>>(item: Item) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',').filter((part) => part.trim() !== '')),
    v.array(item),
  );

export const numberWithin = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,12}$/, 'is not a whole number'),
    v.transform(Number),
    v.minValue(min, `is below ${min}`),
    v.maxValue(max, `is above ${max}`),
  );

export const yesOrNo = v.pipe(
  v.picklist(['true', 'false'], 'is neither true nor false'),
  v.transform((text) => text === 'true'),
);
