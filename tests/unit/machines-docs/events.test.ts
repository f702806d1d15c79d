import { expect, test } from 'vitest';
import { eventsOf } from '../../../build/machines/documents.ts';

test('events are read from the union of a machine’s types, and from nothing else', () => {
  const types = `
export type LampEvent =
  | { readonly type: 'pressed' }
  /** By hand. */
  | { readonly type: 'dimmed'; readonly to: number; readonly by?: string | null }
  | {
      readonly type: 'broken';
      readonly at: Date;
    };

export type LampEmitted = { readonly type: 'lit' };
`;
  expect(eventsOf(types)).toEqual([
    { type: 'pressed', fields: [] },
    { type: 'dimmed', fields: ['to: number', 'by?: string | null'] },
    { type: 'broken', fields: ['at: Date'] },
  ]);
  expect(eventsOf("export type LampEvent = { readonly type: 'pressed' };")).toHaveLength(1);
  expect(eventsOf("export type LampOutput = { readonly type: 'pressed' };")).toEqual([]);
});
