import * as v from 'valibot';
import { isPrintable } from '#contract/characters.ts';
import { isLoopback, isNetwork, toNetwork } from '../http/networks.ts';

/** Schemas of environment variables. Each description completes the sentence "NAME must be …", which is the error. */

/** Marks a secret. `NAME_FILE` can name a file that contains it instead. */
const secretMark = { isSecret: true };

const matching = (pattern: RegExp, description: string) =>
  v.pipe(v.string(), v.regex(pattern), v.description(description));

/** Splits a list at its commas. Refuses one without entries, which is never what someone meant. */
const parts = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
  v.minLength(1),
);

export const word = matching(/^[^\s\p{C}]+$/u, 'one word, without spaces');

export const secretWord = v.pipe(word, v.metadata(secretMark));

export const line = v.pipe(
  v.string(),
  v.check((text) => text.trim() !== '' && isPrintable(text)),
  v.description('text without line breaks'),
);

export const path = v.pipe(line, v.description('a path'));

export const host = matching(/^[\w.:%-]+$/, 'an IP address or host name');

export const postgresUrl = v.pipe(
  v.string(),
  v.regex(/^postgres(ql)?:\/\//),
  v.check((text) => URL.canParse(text)),
  v.description('a URL like postgresql://user:password@host/database'),
  v.metadata(secretMark),
);

const isSecure = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));

export const webAddress = v.pipe(
  v.string(),
  v.check((text) => URL.canParse(text) && isSecure(new URL(text))),
  v.description('an https URL, or an http URL of this machine'),
);

/** An address to which a path can be added. Removes slashes at its end. */
export const pageAddress = v.pipe(
  webAddress,
  v.regex(/^[^?#@]*$/),
  v.transform((text) => text.replace(/\/+$/, '')),
  v.description('an https URL without a user, query or fragment, or an http URL of this machine'),
);

/** Doesn't accept a final slash, because a token's `iss` must equal the issuer. */
export const issuer = v.pipe(
  webAddress,
  v.regex(/[^/]$/),
  v.description('an https URL, or an http URL of this machine, without a slash at its end'),
);

/** Doesn't accept a path, which the gateway client would ignore. */
export const secureOrigin = v.pipe(
  webAddress,
  v.check((text) => URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`),
  v.transform((text) => text.toLowerCase().replace(/\/$/, '')),
  v.description('an https origin without a path, or an http origin of this machine'),
);

/** Has no query, which could change nodemailer's options. */
export const smtpUrl = v.pipe(
  matching(
    /^smtps?:\/\/(?:[^\s/?#@]+@)?[\w.[\]:-]+\/?$/,
    'a URL like smtps://user:password@mail.example.com:465',
  ),
  v.check((text) => URL.canParse(text)),
  v.metadata(secretMark),
);

const emailAddress = "[\\w.+'-]+@[\\w-]+(?:\\.[\\w-]+)+";

export const sender = matching(
  new RegExp(`^(?:[^<>"\\p{C}]+ <${emailAddress}>|${emailAddress})$`, 'u'),
  'an email address, or a name and an address like Example <mail@example.com>',
);

export const support = matching(
  new RegExp(`^(?:${emailAddress}|https://[^\\s"<>]+)$`),
  'an email address or an https URL',
);

export const anyWebAddress = v.pipe(
  v.string(),
  v.regex(/^https?:\/\//),
  v.check((text) => URL.canParse(text)),
  v.description('an http or https URL'),
);

/** `name=value` pairs with percent-encoded values. */
const namedTexts = v.pipe(
  v.string(),
  v.regex(/^\s*[^=,\s]+\s*=[^,;]*(,\s*[^=,\s]+\s*=[^,;]*)*,?\s*$/),
  v.regex(/^([^%]|%[\da-f]{2})*$/i),
);

export const secretHeaders = v.pipe(
  namedTexts,
  v.description(
    'a list like name=value,other=value, with percent-encoded values (a comma is %2C, a semicolon %3B)',
  ),
  v.metadata(secretMark),
);

export const attributes = v.pipe(
  namedTexts,
  v.regex(/^([^=,]+=[^=,]*(,|$))*$/),
  v.description('a list like name=value,other=value, with percent-encoded values (a comma is %2C, = is %3D)'),
);

export const shareOfOne = matching(/^(0?\.\d+|[01](\.0*)?)$/, 'a number from 0 to 1');

export const origins = v.pipe(
  parts,
  v.everyItem((text) => URL.canParse(text) && new URL(text).origin === text),
  v.description('one or more origins like https://shop.example.com, separated by commas'),
);

export const hostNames = v.pipe(
  parts,
  v.mapItems((text) => text.toLowerCase()),
  v.everyItem((text) => /^([\w.-]+|\[[\da-f:.]+\])$/.test(text)),
  v.description('one or more host names like shop.example.com, without ports, separated by commas'),
);

export const numberWithin = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,12}$/),
    v.transform(Number),
    v.minValue(min),
    v.maxValue(max),
    v.description(`a whole number from ${min} to ${max}`),
  );

export const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.pipe(v.picklist(options), v.description(`one of ${options.join(', ')}`));

export const yesOrNo = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((text) => text === 'true'),
  v.description('true or false'),
);

export const networks = v.pipe(
  parts,
  v.everyItem(isNetwork),
  v.mapItems(toNetwork),
  v.description('one or more networks like 192.0.2.0/24 or 2001:db8::/32, separated by commas'),
);

export const proxies = v.pipe(
  v.lazy((given) => (typeof given === 'string' && /^\d+$/.test(given) ? numberWithin(0, 100) : networks)),
  v.description('a number of proxies from 0 to 100, or networks like 192.0.2.0/24, separated by commas'),
);
