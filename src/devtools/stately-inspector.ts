import { createBrowserInspector, type StatelyInspectionEvent } from '@statelyai/inspect';
import type { MachineFeed } from './recorder.ts';
import { fieldsOf, redact, redactEvent } from './redaction.ts';

const windowName = 'xstateinspector';

/** Opens the Stately inspector and sends it redacted events. If blocked, it opens at the first click. */
export const startInspector = (feed: MachineFeed): void => {
  const inspector = createBrowserInspector({ autoStart: false, serialize: redactInspected });
  feed.observe((event) => inspector.inspect.next?.(event));
  if (window.open('', windowName) === null)
    document.addEventListener('click', inspector.start, { once: true });
  else inspector.start();
};

/** The parts of a snapshot that come from the chart, so they aren't redacted. */
const chartParts = new Set(['value', 'status', 'tags']);
/** The parts of a machine's definition that contain data. */
const dataParts = new Set(['context', 'input', 'output', 'params']);

/** Removes secrets and personal data from an event. Redacting an event again changes nothing. */
export const redactInspected = (event: StatelyInspectionEvent): StatelyInspectionEvent => {
  if (event.type === '@xstate.event') return { ...event, event: redactEvent(event.event) };
  const snapshot = redactSnapshot(event.snapshot);
  if (event.type === '@xstate.snapshot') return { ...event, event: redactEvent(event.event), snapshot };
  const definition = event.definition === undefined ? undefined : redactDefinition(event.definition);
  return { ...event, definition, snapshot };
};

const redactSnapshot = (snapshot: object) => {
  const plain = 'toJSON' in snapshot && typeof snapshot.toJSON === 'function' ? snapshot.toJSON() : snapshot;
  const parts = Object.entries(fieldsOf(plain)).map(([name, part]) => [
    name,
    chartParts.has(name) ? part : name === 'children' ? redactChildren(part) : redact(part, name),
  ]);
  return Object.fromEntries(parts);
};

/** Redacts children, but keeps their keys, which are names from the chart. */
const redactChildren = (children: unknown) =>
  Object.fromEntries(Object.entries(fieldsOf(children)).map(([name, child]) => [name, redact(child)]));

const redactDefinition = (definition: string): string =>
  JSON.stringify(JSON.parse(definition), (key, value: unknown) =>
    dataParts.has(key) ? redact(value, key) : value,
  );
