import type { StatelyInspectionEvent } from '@statelyai/inspect';

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

const copy = (value: unknown, { name, above, ...place }: Place): unknown => {
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
};

const redactText = (text: string): string => text.replaceAll(privateText, redacted);

const copyObject = (value: object, place: Place): unknown => {
  if ('toJSON' in value && typeof value.toJSON === 'function') return copy(value.toJSON(place.name), place);
  if (Array.isArray(value)) return value.map((item) => copy(item, place));
  if (value instanceof Error) return { name: value.name };
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `[${value.constructor.name}]`;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [redactText(name), copy(part, { ...place, name })]),
  );
};

/** Parts of a snapshot that the chart names, so that none of their keys is a field. */
const chartParts = new Set(['value', 'status', 'tags']);
/** Parts of a definition that hold data. */
const dataParts = new Set(['context', 'input', 'output', 'params']);

/**
 * What may leave for the Stately inspector, as plain data: which actors there are, in which states, on which events,
 * and of their data only what is neither secret nor personal. Redacting twice changes nothing.
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
    chartParts.has(name) ? part : name === 'children' ? eachRedacted(part) : redact(part, name),
  ]);
  return Object.fromEntries(parts);
};

/** Children are named by the chart, too: their names are kept, whatever they are. */
const eachRedacted = (children: unknown) =>
  Object.fromEntries(Object.entries(fieldsOf(children)).map(([name, child]) => [name, redact(child)]));

/** A definition is the chart itself, as JSON, with its literal data redacted. */
const redactDefinition = (definition: string): string =>
  JSON.stringify(JSON.parse(definition), (key, value: unknown) =>
    dataParts.has(key) ? redact(value, key) : value,
  );
