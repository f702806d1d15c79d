import type { StatelyInspectionEvent } from '@statelyai/inspect';

/** Replaces every secret. */
export const redacted = '[redacted]';

/** Names, without case and punctuation, whose values are secrets, personal or card data. */
const privateName =
  /pass(word|code)|secret|code|token|jwt|credential|authorization|mail|phone|pending|card|ccn|ccexp|cvv|billing|street|destination|attribute|address[12]|zip|postal|(first|last|given|family|full|user|holder|customer)name|^(pin|otp|mfa|srp)$/;

/** An actor's bare input or output may be anything, a token for one. */
const bareValue = /^(input|output|data)$/;

/** Private data that a text shows by its form: emails, international phones, card numbers, signed tokens. */
const privateText =
  /[^\s@<>"']+@[^\s@<>"']+\.\w+|\+\d[\d ()-]{8,}\d|\b(?:\d[ -]?){12,18}\d\b|\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g;

const maxDepth = 10;

/**
 * A copy of a value without secrets, personal or card data: plain data as JSON can hold it, cut at cycles and at ten
 * levels. In a field with a private name all texts and numbers are redacted, in other texts what has the form of private
 * data. Null, true and false stay: they show whether a value is there, and not which.
 *
 * @param name the field that the value was found in, when it was in one
 */
export const redact = (value: unknown, name = ''): unknown =>
  redactAt(value, { name, isPrivate: false, ancestors: [] });

/** Where a value was found. */
interface Place {
  readonly name: string;
  /** Whether it is within a field of a private name. */
  readonly isPrivate: boolean;
  /** The objects that it is in, the outermost first. */
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

/** Parts of a snapshot whose keys are names from the chart, so that they are not redacted as fields. */
const chartParts = new Set(['value', 'status', 'tags']);
/** Parts of a definition that hold data. */
const dataParts = new Set(['context', 'input', 'output', 'params']);

/**
 * What may be sent to the Stately inspector, as plain data: the actors, their states and events, and of their data only
 * what is neither secret nor personal. Redacting twice changes nothing.
 */
export const redactInspected = (event: StatelyInspectionEvent): StatelyInspectionEvent => {
  switch (event.type) {
    case '@xstate.actor':
      return {
        ...event,
        definition: event.definition === undefined ? undefined : redactDefinition(event.definition),
        snapshot: redactSnapshot(event.snapshot),
      };
    case '@xstate.event':
      return { ...event, event: redactEvent(event.event) };
    case '@xstate.snapshot':
      return { ...event, event: redactEvent(event.event), snapshot: redactSnapshot(event.snapshot) };
  }
};

/** An event without secrets. It keeps its type, which the chart names. */
export const redactEvent = <Event extends { readonly type: string }>(event: Event) => ({
  ...fieldsOf(redact(event)),
  type: event.type,
});

/** The fields of an object; none of anything else. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

const redactSnapshot = (snapshot: object) => {
  const plain = 'toJSON' in snapshot && typeof snapshot.toJSON === 'function' ? snapshot.toJSON() : snapshot;
  const parts = Object.entries(fieldsOf(plain)).map(([name, part]) => [
    name,
    chartParts.has(name) ? part : name === 'children' ? redactChildren(part) : redact(part, name),
  ]);
  return Object.fromEntries(parts);
};

/** The chart names children, so that their names are not redacted as fields either. */
const redactChildren = (children: unknown) =>
  Object.fromEntries(Object.entries(fieldsOf(children)).map(([name, child]) => [name, redact(child)]));

/** A definition is the chart itself, as JSON, with its literal data redacted. */
const redactDefinition = (definition: string): string =>
  JSON.stringify(JSON.parse(definition), (key, value: unknown) =>
    dataParts.has(key) ? redact(value, key) : value,
  );
