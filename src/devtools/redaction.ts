export const redacted = '[redacted]';

/** Matches field names of secrets, personal data and card data, in lower case and without punctuation. */
const privateName =
  /pass(word|code)|secret|code|token|jwt|credential|authorization|mail|phone|pending|card|ccn|ccexp|cvv|billing|street|destination|attribute|address[12]|zip|postal|(first|last|given|family|full|user|holder|customer)name|^(pin|otp|mfa|srp)$/;

/** Matches fields with an actor's whole input or output, which can be anything, such as a token. */
const bareValue = /^(input|output|data)$/;

/** Matches private data by format: emails, international phone numbers, card numbers and JWTs. */
const privateText =
  /[^\s@<>"']+@[^\s@<>"']+\.\w+|\+\d[\d ()-]{8,}\d|\b(?:\d[ -]?){12,18}\d\b|\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g;

const maxDepth = 10;

/**
 * Returns a JSON-compatible copy without secrets, personal or card data. Stops at cycles and at ten levels.
 * Keeps null, true and false, because they reveal only whether a value exists.
 */
export const redact = (value: unknown, name = ''): unknown =>
  redactAt(value, { name, isPrivate: false, ancestors: [] });

interface Place {
  readonly name: string;
  /** Whether the value is inside a field with a private name. */
  readonly isPrivate: boolean;
  /** The objects that contain the value, outermost first. */
  readonly ancestors: readonly object[];
}

const redactAt = (value: unknown, { name, ancestors, ...place }: Place): unknown => {
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  const isPrivate = place.isPrivate || privateName.test(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  if (typeof value === 'object') {
    if (ancestors.includes(value)) return '[cycle]';
    return ancestors.length < maxDepth
      ? redactObject(value, { name, isPrivate, ancestors: [...ancestors, value] })
      : '[deeper]';
  }
  if (isPrivate) return redacted;
  if (typeof value === 'string') return bareValue.test(name) ? redacted : redactText(value);
  return typeof value === 'bigint' ? String(value) : value;
};

const redactText = (text: string): string => text.replaceAll(privateText, redacted);

const redactObject = (value: object, place: Place): unknown => {
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return redactAt(value.toJSON(place.name), place);
  if (Array.isArray(value)) return value.map((item) => redactAt(item, place));
  if (value instanceof Error) return { name: value.name };
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `[${value.constructor.name}]`;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [redactText(name), redactAt(part, { ...place, name })]),
  );
};

/** Redacts an event, but keeps its type, which comes from the chart. */
export const redactEvent = <Event extends { readonly type: string }>(event: Event) => ({
  ...fieldsOf(redact(event)),
  type: event.type,
});

export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
