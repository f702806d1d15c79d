import { expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { machines } from '#app/machines.ts';
import { chartOf, statesIn } from '#features/machines/chart.ts';
import { layoutOf } from '#features/machines/layout.ts';
import { transitionText } from '#features/machines/wording.ts';
import { machinesIn } from '../../../../build/machines/machines.ts';

const everyMachine: readonly AnyStateMachine[] = machines;

test('every machine of the product is shown', async () => {
  const files = await machinesIn('machines');
  expect(everyMachine.map(({ id }) => id)).toEqual(files.map(({ machine }) => machine.id));
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

test('a chart is laid out once', () => {
  const chart = chartOf(machines[2]);
  expect(layoutOf(chart)).toBe(layoutOf(chart));
});
