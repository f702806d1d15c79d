import * as v from 'valibot';
import { isLoopback, isNetwork, toNetwork } from '../http/networks.ts';

/** Schemas of environment variables. Each error message continues a sentence that starts with the variable's name. */

export const filled = v.pipe(v.string(), v.minLength(1, 'is empty'));

export const webAddress = v.pipe(
  v.string(),
  v.url('is not a URL'),
  v.startsWith('http', 'is not an http or https URL'),
  v.check((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname } = new URL(text);
    return protocol === 'https:' || isLoopback(hostname);
  }, 'is not an https URL (http is only allowed for this machine)'),
);

export const anyWebAddress = v.pipe(
  v.string(),
  v.url('is not a URL'),
  v.regex(/^https?:/, 'is not an http or https URL'),
);

/** `name=value` pairs, separated by commas, with percent-encoded values. */
export const namedTexts = v.pipe(
  v.string(),
  v.regex(
    /^\s*[^=,\s]+\s*=[^,;]*(,\s*[^=,\s]+\s*=[^,;]*)*,?\s*$/,
    'is not a list like name=value,other=value',
  ),
  v.regex(/^([^%]|%[\da-f]{2})*$/i, 'has a % that is not followed by two hex digits'),
);

export const shareOfOne = v.pipe(
  v.string(),
  v.regex(/^(0?\.\d+|[01](\.0*)?)$/, 'is not a number from 0 to 1'),
);

export const origin = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'has an entry that is not an origin like https://example.com',
  ),
);

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
  v.picklist(['true', 'false'], 'is not true or false'),
  v.transform((text) => text === 'true'),
);

/** Networks in CIDR notation, separated by commas: `192.0.2.0/24,2001:db8::/32`. */
export const networks = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
  v.check((parts) => parts.every(isNetwork), 'has an entry that is not a network like 192.0.2.0/24'),
  v.transform((parts) => parts.map(toNetwork)),
);

export const proxies = v.lazy((given) =>
  typeof given === 'string' && /^\d+$/.test(given) ? numberWithin(0, 100) : networks,
);
