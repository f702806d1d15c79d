import { expect, test } from 'vitest';
import { plainEventsIn } from '../../../build/machines/documents.ts';

test('events that carry nothing are read from the union of a machine’s types, and from nothing else', () => {
  const types = `
export type LampEvent =
  | { readonly type: 'pressed' }
  /** By hand. */
  | { readonly type: 'dimmed'; readonly to: number }
  | {
      readonly type: 'broken';
      readonly at: Date;
    }
  | { readonly type: 'repaired' };

export type LampEmitted = { readonly type: 'lit' };
`;
  expect(plainEventsIn(types)).toEqual(['pressed', 'repaired']);
  expect(plainEventsIn("export type LampEvent = { readonly type: 'pressed' };")).toEqual(['pressed']);
  expect(plainEventsIn("export type LampOutput = { readonly type: 'pressed' };")).toEqual([]);
});
