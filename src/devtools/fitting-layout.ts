import type { ChartState } from './chart.ts';
import { type Detail, type Layout, layoutOf } from './layout.ts';

/** How much the boxes say, from most to least. */
const details: readonly Detail[] = ['transitions', 'reactions', 'names'];
/** How much the boxes of open child charts say while their parent shows only names. */
const childDetails: readonly Detail[] = ['reactions', 'names'];

/** Smaller text isn't readable. */
export const smallestScale = 0.85;

export interface FreeSpace {
  readonly width: number;
  readonly height: number;
}

/** How far a layout is scaled up to fill the space. */
export const scaleIn = ({ width, height }: FreeSpace, layout: Layout): number =>
  Math.min(width / layout.width, height / layout.height, 1.3);

const fitting = new Map<string, Promise<Layout>>();

/**
 * The most detailed layout that is still readable in the space. `open` lists the states whose child
 * charts are drawn.
 */
export const fittingLayoutOf = (
  chart: ChartState,
  open: readonly string[],
  space: FreeSpace,
): Promise<Layout> => {
  const key = JSON.stringify([chart.id, open, space]);
  const layout = fitting.get(key) ?? findFitting(chart, open, space);
  fitting.set(key, layout);
  return layout;
};

const findFitting = async (chart: ChartState, open: readonly string[], space: FreeSpace): Promise<Layout> => {
  const aspect = Math.round((space.width / space.height) * 10) / 10;
  let layout: Layout | undefined;
  for (const detail of open.length === 0 ? details : childDetails) {
    const children = Object.fromEntries(open.map((state) => [state, detail]));
    layout = await layoutOf(chart, {
      aspect,
      detail: open.length === 0 ? detail : 'names',
      open: children,
    });
    if (scaleIn(space, layout) >= smallestScale) break;
  }
  if (layout === undefined) throw new Error(`${chart.id} has no layout`);
  return layout;
};
