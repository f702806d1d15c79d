import { expect, test } from 'vitest';
import { eventsOf } from '../../../build/machines/events.ts';

const machine = 'setup({ types: { context: {} as A, events: {} as LampEvent } }).createMachine({});';

test('events are read from a union, its literals, and the types that it names', () => {
  const types = `
    interface Dimmed { readonly type: 'dimmed'; readonly to: number; by?: { a: string;
      b: string } }
    export type Pressed = { readonly type: 'pressed' };
    export type LampEvent = Pressed | Dimmed | { readonly type: 'broken' };
  `;
  expect(eventsOf(machine, types)).toEqual([
    { type: 'pressed', fields: [] },
    { type: 'dimmed', fields: ['to: number', 'by?: { a: string; b: string }'] },
    { type: 'broken', fields: [] },
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
  expect(() => eventsOf(source, types)).toThrow(problem);
});
