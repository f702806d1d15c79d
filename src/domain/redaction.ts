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
 * levels. What hides is chosen by the names of fields, with all texts and numbers that are in them, and in other texts
 * by its look. Null, true and false stay: they tell whether something is there, and not what.
 *
 * @param name the field that the value was found in, when it was in one
 */
export const redact = (value: unknown, name = ''): unknown =>
  copy(value, { name, isPrivate: false, above: [] });

/** Where a value was found. */
interface Place {
  readonly name: string;
  /** Whether it is within a field of a private name. */
  readonly isPrivate: boolean;
  /** The objects that it is in, from the outside. */
  readonly above: readonly object[];
}

function copy(value: unknown, { name, above, ...place }: Place): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  const isPrivate = place.isPrivate || privateName.test(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  if (typeof value === 'object') {
    if (above.includes(value)) return '[cycle]';
    return above.length < deepest
      ? copyObject(value, { name, isPrivate, above: [...above, value] })
      : '[deeper]';
  }
  if (isPrivate) return redacted;
  if (typeof value === 'string') return bareValue.test(name) ? redacted : redactText(value);
  return typeof value === 'bigint' ? String(value) : value;
}

const redactText = (text: string): string => text.replaceAll(privateText, redacted);

function copyObject(value: object, place: Place): unknown {
  if ('toJSON' in value && typeof value.toJSON === 'function') return copy(value.toJSON(place.name), place);
  if (Array.isArray(value)) return value.map((item) => copy(item, place));
  if (value instanceof Error) return { name: value.name };
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `[${value.constructor.name}]`;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [redactText(name), copy(part, { ...place, name })]),
  );
}
