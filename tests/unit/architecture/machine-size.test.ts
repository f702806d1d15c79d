import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chartOf, statesIn } from '#devtools/chart.ts';
import { machines } from '#devtools/machines.ts';

/** A drawing with more states than this can't be read at a glance. */
const mostStates: Readonly<Record<string, number>> = {
  auth: 24,
  challenge: 14,
  passkey: 14,
  'passkey-registration': 14,
  verification: 14,
  reset: 14,
  checkout: 18,
  payment: 14,
  cards: 8,
  ledger: 18,
  activity: 10,
};

const charts = Object.entries(machines).map(([name, machine]) => ({
  name,
  states: statesIn(chartOf(machine)).slice(1),
}));

const jumpsIn = (name: string): string[] =>
  [...readFileSync(`machines/${name}.ts`, 'utf8').matchAll(/'#([\w-]+)[.']/g)].map(([, id = '']) => id);

test('each machine has a limit', () => {
  expect(charts.map(({ name }) => name).sort()).toEqual(Object.keys(mostStates).sort());
});

test.each(charts)('the chart of $name has few states', ({ name, states }) => {
  expect(states.length).toBeLessThanOrEqual(mostStates[name] ?? 0);
});

test.each(charts)('no target of $name lies outside its chart', ({ name }) => {
  expect(jumpsIn(name).filter((id) => id !== name)).toEqual([]);
});

test('few transitions jump across a chart by its id', () => {
  expect(['auth', 'checkout'].flatMap(jumpsIn).length).toBeLessThanOrEqual(20);
});

test('each flow that ends is a machine with final states', () => {
  const finals = charts.flatMap(({ states }) => states.filter(({ type }) => type === 'final'));
  expect(charts.length).toBeGreaterThanOrEqual(6);
  expect(finals.length).toBeGreaterThanOrEqual(8);
});
