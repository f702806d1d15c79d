import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ChartState, statesIn } from '#devtools/chart.ts';
import { transitionLines } from '#devtools/chart-text.ts';
import { charts, placesIn, roots } from '#devtools/families.ts';
import { fittingLayoutOf, scaleIn, smallestScale } from '#devtools/fitting-layout.ts';
import { type Box, type Layout, layoutOf } from '#devtools/layout.ts';
import { machines } from '#devtools/machines.ts';

const everyChart = [...charts];

/** The panel's free space in a window of 1280 × 720. */
const space = { width: 1240, height: 580 };

type Area = Pick<Box, 'x' | 'y' | 'width' | 'height'>;

const isInside = (inner: Area, outer: Area): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

const boxOf = ({ boxes }: Layout, id: string): Box => {
  const box = boxes.find((each) => each.id === id);
  if (box === undefined) throw new Error(`${id} has no box`);
  return box;
};

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Checks that each state has a box inside its parent's, and that no two of a state's boxes overlap. */
const expectNested = (layout: Layout, chart: ChartState): void => {
  for (const state of statesIn(chart)) {
    const box = boxOf(layout, state.id);
    expect(isInside(box, { x: 0, y: 0, ...layout }), `${state.id} is in the drawing`).toBe(true);
    const parts = state.states.map((part) => boxOf(layout, part.id));
    for (const [index, part] of parts.entries()) {
      expect(isInside(part, box), `${part.id} is in ${state.id}`).toBe(true);
      for (const other of parts.slice(index + 1))
        expect(overlaps(part, other), `${part.id} overlaps ${other.id}`).toBe(false);
    }
  }
};

test('every machine of the product is shown, by the name of its file', () => {
  const files = readdirSync('machines').filter((file) => /^[\w-]+\.ts$/.test(file));
  expect(
    Object.keys(machines)
      .map((name) => `${name}.ts`)
      .sort(),
  ).toEqual(files.sort());
  expect(Object.values(machines).map(({ id }) => id)).toEqual(Object.keys(machines));
});

test.each(everyChart)(
  'the drawing of %s has a box for each state, a line for each transition, and arrows between boxes',
  async (_, chart) => {
    const layout = await layoutOf(chart, { aspect: 1.2, detail: 'transitions', open: {} });
    expectNested(layout, chart);
    for (const state of statesIn(chart))
      expect(boxOf(layout, state.id).lines).toEqual(expect.arrayContaining(transitionLines(state)));

    expect(layout.arrows.length).toBeGreaterThan(statesIn(chart).length / 3);
    for (const { transitions, points } of layout.arrows) {
      expect(transitions.length).toBeGreaterThan(0);
      expect(points.length).toBeGreaterThan(1);
      for (const point of points)
        expect(isInside({ ...point, width: 0, height: 0 }, { x: 0, y: 0, ...layout })).toBe(true);
    }
  },
);

const openings = roots.flatMap((chart) =>
  [[], ...placesIn(chart).map(({ state }) => [state])].map((open) => [chart.id, open, chart] as const),
);

test.each(openings)(
  'the chart of %s with %j open fits a window of 1280 × 720 with readable text',
  async (_, open, chart) => {
    const layout = await fittingLayoutOf(chart, open, space);
    expect(scaleIn(space, layout)).toBeGreaterThanOrEqual(smallestScale);
    for (const place of placesIn(chart)) {
      const parent = boxOf(layout, place.state);
      if (open.includes(place.state)) {
        const boxes = layout.boxes.filter(({ within }) => within === place.state);
        expectNested({ ...layout, boxes }, place.child);
      } else
        expect(layout.boxes).toContainEqual(expect.objectContaining({ kind: 'closed', within: place.state }));
      const child = layout.boxes.find(({ id, within }) => id === place.child.id && within === place.state);
      expect(child !== undefined && isInside(child, parent)).toBe(true);
    }
  },
);

test('a small screen gets names only', async () => {
  const [chart] = roots;
  if (chart === undefined) throw new Error('There is no chart');
  const { boxes } = await fittingLayoutOf(chart, [], { width: 340, height: 480 });
  expect(boxes.every(({ lines }) => lines.length === 1)).toBe(true);
});
