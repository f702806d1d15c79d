import type { AnyMachineSnapshot, StateValue } from 'xstate';
import type { AnyTestModel, EventCase, TestStep } from './test-model.ts';

/** For example `list.loading, details.closed`. */
export const stateText = (value: StateValue): string => {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .flatMap(([key, inner]) => (inner === undefined ? [] : [nested(key, stateText(inner))]))
    .join(', ');
};

const nested = (key: string, inner: string): string =>
  inner === ''
    ? key
    : inner
        .split(', ')
        .map((part) => `${key}.${part}`)
        .join(', ');

const where = (model: AnyTestModel, snapshot: AnyMachineSnapshot): string => {
  const describeContext = model.describeContext(snapshot);
  return describeContext.length === 0
    ? stateText(snapshot.value)
    : `${stateText(snapshot.value)} (${describeContext.join(', ')})`;
};

const what = (eventCase: EventCase): string =>
  eventCase.kind === 'timer' ? `${eventCase.name}, ${eventCase.milliseconds} ms` : eventCase.name;

export const lineOf = (model: AnyTestModel, { before, eventCase, after, begun, emitted }: TestStep): string =>
  [
    where(model, before),
    what(eventCase),
    where(model, after),
    ...(begun.length === 0 ? [] : [`begins ${begun.join(', ')}`]),
    ...(emitted.length === 0 ? [] : [`tells ${emitted.map(({ type }) => type).join(', ')}`]),
  ].join(' | ');
