import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { type ChartState, statesIn } from '#devtools/chart.ts';
import { type Area, type Box, type Drawing, openName } from '#devtools/drawing.ts';
import { drawings } from '#devtools/drawings.gen.ts';
import { charts, placesIn, roots } from '#devtools/families.ts';
import { machines } from '#devtools/machines.ts';
import { fullDrawingOf, smallestScale } from '../../../build/machines/drawings.ts';
import { transitionLines } from '../../../build/machines/state-text.ts';

/** The panel's free space in a window of 1280 × 720, in px. */
const space = { width: 1240, height: 580 };

const isInside = (inner: Area, outer: Area): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

const boxOf = (boxes: readonly Box[], id: string): Box => {
  const box = boxes.find((each) => each.id === id);
  if (box === undefined) throw new Error(`${id} has no box`);
  return box;
};

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Checks that each state has a box inside its parent's, and that no two of a state's boxes overlap. */
const expectNested = (boxes: readonly Box[], chart: ChartState): void => {
  for (const state of statesIn(chart)) {
    const box = boxOf(boxes, state.id);
    const parts = state.states.map((part) => boxOf(boxes, part.id));
    for (const [index, part] of parts.entries()) {
      expect(isInside(part, box), `${part.id} is in ${state.id}`).toBe(true);
      for (const other of parts.slice(index + 1))
        expect(overlaps(part, other), `${part.id} overlaps ${other.id}`).toBe(false);
    }
  }
};

const drawingNamed = (name: string): Drawing => {
  const drawing = drawings[name];
  if (drawing === undefined) throw new Error(`${name} has no drawing`);
  return drawing;
};

test('every machine of the product is shown under the name of its file', () => {
  const files = readdirSync('machines', { recursive: true, encoding: 'utf8' })
    .map((file) => basename(file))
    .filter((file) => /^[\w-]+\.ts$/.test(file) && file !== 'shared.ts');
  expect(
    Object.keys(machines)
      .map((name) => `${name}.ts`)
      .sort(),
  ).toEqual(files.sort());
  expect(Object.values(machines).map(({ id }) => id)).toEqual(Object.keys(machines));
});

test('a full drawing has a box for each state, a line for each transition, and arrows between boxes', async () => {
  const chart = charts.get('payment');
  if (chart === undefined) throw new Error('There is no chart');
  const { width, height, boxes, arrows } = await fullDrawingOf(chart);
  expectNested(boxes, chart);
  for (const state of statesIn(chart))
    expect(boxOf(boxes, state.id).lines).toEqual(expect.arrayContaining(transitionLines(state)));

  expect(arrows.length).toBeGreaterThan(statesIn(chart).length / 3);
  for (const { edges, points } of arrows) {
    expect(edges).not.toEqual([]);
    const ends = points.split(' ').map((point) => point.split(',').map(Number));
    expect(ends.length).toBeGreaterThan(1);
    for (const [x = -1, y = -1] of ends)
      expect(isInside({ x, y, width: 0, height: 0 }, { x: 0, y: 0, width, height })).toBe(true);
  }
});

const openings = roots.flatMap((chart) =>
  [null, ...placesIn(chart)].map((open) => [open ? openName(open.state) : chart.id, chart, open] as const),
);

test('the panel has a drawing for each machine alone and with each open child, and no others', () => {
  expect(Object.keys(drawings)).toEqual(openings.map(([name]) => name));
});

test.each(openings)(
  'the panel’s drawing %s fits a window of 1280 × 720 with readable text',
  (name, chart, open) => {
    const { width, height, scale, boxes } = drawingNamed(name);
    expect(scale).toBeGreaterThanOrEqual(smallestScale);
    expect(width * scale).toBeLessThanOrEqual(space.width);
    expect(height * scale).toBeLessThanOrEqual(space.height);

    expectNested(
      boxes.filter(({ within }) => within === null),
      chart,
    );
    for (const { state, child } of placesIn(chart)) {
      const own = boxes.filter(({ within }) => within === state);
      if (state === open?.state) expectNested(own, child);
      else expect(own.map(({ kind }) => kind)).toEqual(['closed']);
      expect(isInside(boxOf(own, child.id), boxOf(boxes, state))).toBe(true);
    }
  },
);
