import { expect, test } from 'vitest';
import { eventsOf } from '../../../build/machines/events.ts';

const machine = [
  "import type { LampEvent } from './lamp.types.ts';",
  'setup({ types: { context: {} as A, events: {} as LampEvent } }).createMachine({});',
].join('\n');

const read = (source: string, types: string, others: Readonly<Record<string, string>> = {}) =>
  eventsOf('lamp.ts', new Map(Object.entries({ 'lamp.ts': source, 'lamp.types.ts': types, ...others })));

test('events are read from a union, its literals, and the types that it names', () => {
  const types = `
    interface Dimmed { readonly type: 'dimmed'; readonly to: number; by?: { a: string;
      b: string } }
    export type Pressed = { readonly type: 'pressed' };
    export type LampEvent = Pressed | Dimmed | { readonly type: 'broken' };
  `;
  expect(read(machine, types)).toEqual([
    { type: 'pressed', fields: [] },
    { type: 'dimmed', fields: ['to: number', 'by?: { a: string; b: string }'] },
    { type: 'broken', fields: [] },
  ]);
});

test('an event may be declared in the types of another machine', () => {
  const types = `
    import type { Broken } from './room.types.ts';
    export type LampEvent = Broken | { readonly type: 'pressed' };
  `;
  expect(
    read(machine, types, {
      'room.types.ts': "export type Broken = { readonly type: 'broken'; readonly at: number };",
    }),
  ).toEqual([
    { type: 'broken', fields: ['at: number'] },
    { type: 'pressed', fields: [] },
  ]);
});

test.each([
  ['a machine without events', 'setup({})', 'export type LampEvent = never;', 'does not declare its events'],
  ['events from elsewhere', machine, '', 'LampEvent is not declared in the file of its machine'],
  [
    'computed events',
    machine,
    'export type LampEvent = keyof A;',
    'An event is declared as a TSTypeOperator',
  ],
  ['an event without a type', machine, 'export type LampEvent = { a: string };', 'An event has no type'],
  ['an event with a method', machine, 'export type LampEvent = { do(): void };', 'not a plain field'],
])('%s is refused', (_, source, types, problem) => {
  expect(() => read(source, types)).toThrow(problem);
});
