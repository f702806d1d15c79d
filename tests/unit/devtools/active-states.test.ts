import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { activeStates, takenEvents } from '#devtools/active-states.ts';
import { chartOf } from '#devtools/chart.ts';
import { valueText } from '#devtools/chart-text.ts';
import { ledgerMachine } from '#machines/lists/ledger.ts';

const address = { status: 'all', page: 1, tx: null } as const;
const { value } = createActor(ledgerMachine, { input: { address } }).getSnapshot();
const active = activeStates(chartOf(ledgerMachine), value);
const ids = active.map(({ id }) => id);

test('activeStates returns the current states of each parallel region', () => {
  const current = ['ledger', 'ledger.list', 'ledger.list.loading', 'ledger.details', 'ledger.details.closed'];
  expect(ids).toEqual(expect.arrayContaining(current));
  expect(ids).not.toContain('ledger.list.shown');
});

test('takenEvents lists each event of the current states once, and marks events without data', () => {
  const events = takenEvents('ledger', active);
  expect(new Set(events.map(({ type }) => type)).size).toBe(events.length);
  expect(events).toContainEqual({
    type: 'filter.chosen',
    isPlain: false,
    outcomes: ['[isOtherFilter] to loading'],
  });
  expect(events).toContainEqual({ type: 'history.outdated', isPlain: true, outcomes: ['to loading'] });
  expect(events.map(({ type }) => type)).not.toContain('transaction.closed');
});

test('takenEvents marks no events if the machine is unknown', () => {
  expect(takenEvents('other', active).filter(({ isPlain }) => isPlain)).toEqual([]);
});

test.each([
  ['idle', 'idle'],
  [{ processing: 'quoting' }, 'processing.quoting'],
  [{ processing: { confirming: 'asking' } }, 'processing.confirming.asking'],
  [{ list: 'shown', details: { open: {} } }, 'list.shown, details.open'],
  [{ a: { b: 'c', d: 'e' } }, 'a.b.c, a.d.e'],
  [undefined, ''],
])('the state %j is displayed as "%s"', (state, text) => {
  expect(valueText(state)).toBe(text);
});
