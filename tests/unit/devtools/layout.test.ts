import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { chartOf, statesIn } from '#devtools/chart.ts';
import { transitionText } from '#devtools/chart-text.ts';
import { layoutOf } from '#devtools/layout.ts';
import { machines } from '#devtools/machines.ts';

const everyMachine: readonly AnyStateMachine[] = Object.values(machines);

test('every machine of the product is shown, by the name of its file', () => {
  const files = readdirSync('machines').filter((file) => /^[\w-]+\.ts$/.test(file));
  expect(Object.keys(machines).map((name) => `${name}.ts`)).toEqual(files.sort());
  expect(everyMachine.map(({ id }) => id)).toEqual(Object.keys(machines));
});

test.each(everyMachine.map((machine) => [machine.id, machine] as const))(
  'the drawing of %s has a place for each state and each transition',
  async (_, machine) => {
    const chart = chartOf(machine);
    const { boxes, arrows, width, height } = await layoutOf(chart);
    const states = statesIn(chart).slice(1);
    expect(boxes.map(({ id }) => id)).toEqual(expect.arrayContaining(states.map(({ id }) => id)));
    for (const { x, y, width: across, height: down } of boxes) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(x + across).toBeLessThanOrEqual(width);
      expect(y + down).toBeLessThanOrEqual(height);
    }
    const written = [...boxes, ...arrows.map(({ label }) => label)].flatMap((place) => place?.lines ?? []);
    const transitions = statesIn(chart).flatMap((state) => state.transitions);
    expect(written).toEqual(expect.arrayContaining(transitions.map(transitionText)));
    expect(arrows.length).toBeGreaterThan(states.length / 2);
  },
);
