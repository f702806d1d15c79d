/** Stands in the place of what nobody is to see. */
export const redacted = '[redacted]';

/** Names, without case and punctuation, whose values are secrets, personal or card data. */
const privateName =
  /pass(word|code)|secret|code|token|jwt|credential|authorization|mail|phone|pending|card|ccn|ccexp|cvv|billing|street|address[12]|zip|postal|(first|last|given|family|full|user|holder|customer)name|^(pin|otp|mfa|srp)$/;

/** An actor's bare input or output may be anything, a token for one. */
const bareValue = /^(input|output|data)$/;

/** What gives itself away in a text: emails, international phones, numbers as long as a card's, signed tokens. */
const privateText =
  /[^\s@<>"']+@[^\s@<>"']+\.\w+|\+\d[\d ()-]{8,}\d|\b(?:\d[ -]?){12,18}\d\b|\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g;

const deepest = 10;

/**
 * A copy of a value without secrets, personal or card data: plain data as JSON can hold it, cut at cycles and at ten
 * levels. What hides is chosen by the names of fields, whatever is in them, and in other texts by its look. Null, true
 * and false stay: they tell whether something is there, and not what.
 *
 * @param name the field that the value was found in, when it was in one
 */
export const redact = (value: unknown, name = ''): unknown => copy(value, name, []);

function copy(value: unknown, name: string, above: readonly object[]): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (privateName.test(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))) return redacted;
  if (typeof value === 'string')
    return bareValue.test(name) ? redacted : value.replaceAll(privateText, redacted);
  if (typeof value !== 'object') return typeof value === 'bigint' ? String(value) : value;
  if (above.includes(value)) return '[cycle]';
  if (above.length >= deepest) return '[deeper]';
  return copyObject(value, name, [...above, value]);
}

function copyObject(value: object, name: string, above: readonly object[]): unknown {
  if ('toJSON' in value && typeof value.toJSON === 'function') return copy(value.toJSON(name), name, above);
  if (Array.isArray(value)) return value.map((item) => copy(item, name, above));
  if (value instanceof Error) return { name: value.name };
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `[${value.constructor.name}]`;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copy(part, key, above)]));
}
