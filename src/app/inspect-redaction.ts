import type { StatelyInspectionEvent } from '@statelyai/inspect';
import { redact } from '#domain/redaction.ts';

/** Parts of a snapshot that the chart names, so that none of their keys is a field. */
const chartParts = new Set(['value', 'status', 'tags']);
/** Parts of a definition that hold data. */
const dataParts = new Set(['context', 'input', 'output', 'params']);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What may leave for the Stately inspector, as plain data: which actors there are, in which states, on which events,
 * and of their data only what is neither secret nor personal. Redacting twice changes nothing.
 */
export function redactInspected(event: StatelyInspectionEvent): StatelyInspectionEvent {
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
}

/** An event keeps its type, which the chart names. */
const redactEvent = <Event extends { readonly type: string }>(event: Event) => ({
  ...fieldsOf(redact(event)),
  type: event.type,
});

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

function redactSnapshot(snapshot: object) {
  const plain = 'toJSON' in snapshot && typeof snapshot.toJSON === 'function' ? snapshot.toJSON() : snapshot;
  const parts = Object.entries(fieldsOf(plain)).map(([name, part]) => [
    name,
    chartParts.has(name) ? part : name === 'children' ? eachRedacted(part) : redact(part, name),
  ]);
  return Object.fromEntries(parts);
}

/** Children are named by the chart, too: their names are kept, whatever they are. */
const eachRedacted = (children: unknown) =>
  Object.fromEntries(Object.entries(fieldsOf(children)).map(([name, child]) => [name, redact(child)]));

/** A definition is the chart itself, as JSON, with its literal data redacted. */
const redactDefinition = (definition: string): string =>
  JSON.stringify(JSON.parse(definition), (key, value: unknown) =>
    dataParts.has(key) ? redact(value, key) : value,
  );
