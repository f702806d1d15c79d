import { expect, test } from 'vitest';
import { chartOf, literalsOf, statesIn } from '#devtools/chart.ts';
import { referenceText, transitionText } from '#devtools/chart-text.ts';
import { lampMachine } from './lamp.ts';

const states = statesIn(chartOf(lampMachine));
const state = (id: string) => states.find((candidate) => candidate.id === id);

test('every state is in the chart, from the outermost to the innermost', () => {
  expect(states.map(({ id }) => id)).toEqual([
    'lamp',
    'lamp.off',
    'lamp.on',
    'lamp.on.low',
    'lamp.on.very-high',
    'lamp.broken',
  ]);
});

test('a state says what it is, where it starts, and what it runs', () => {
  expect(state('lamp.on')).toMatchObject({
    key: 'on',
    type: 'compound',
    description: 'Bright.',
    initial: ['lamp.on.low'],
    invocations: [{ id: 'warmth', src: 'glow' }],
    entry: [],
    exit: [],
  });
  expect(state('lamp.off')).toMatchObject({
    tags: ['quiet'],
    entry: [{ name: 'tidy', params: [] }],
    initial: [],
  });
});

test('a transition says what triggers it, where it leads, and what it does', () => {
  const told = states.flatMap(({ transitions }) =>
    transitions.map((transition) => [
      transition.source,
      transitionText(transition),
      transition.targets.join(),
      transition.actions.map(referenceText).join(),
    ]),
  );
  expect(told).toEqual([
    ['lamp', 'dimmed', 'lamp.on', ''],
    ['lamp.off', 'pressed [isNight]', 'lamp.on', 'say'],
    ['lamp.off', 'pressed', '', 'say(no)'],
    ['lamp.off', 'always [isColor(red)]', 'lamp.broken', ''],
    ['lamp.on', 'dimmed', 'lamp.on.low', ''],
    ['lamp.on', 'done warmth', 'lamp.off', ''],
    ['lamp.on', 'error warmth', 'lamp.broken', ''],
    ['lamp.on', 'after 5.5 s (patience)', 'lamp.off', ''],
    ['lamp.on', 'after whim', 'lamp.broken', ''],
  ]);
});

test('computed params show only their constant parts', () => {
  expect(literalsOf({ name: 'declined', tries: 3, deep: {} })).toEqual(['declined', '3']);
  expect(
    literalsOf(({ event }: { event: { output: { answer: unknown } } }) => ({
      answer: event.output.answer,
      name: 'x',
    })),
  ).toEqual(['x']);
  expect(
    literalsOf(() => {
      throw new Error('This needs a real event');
    }),
  ).toEqual([]);
  expect(literalsOf(undefined)).toEqual([]);
});
