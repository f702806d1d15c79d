import type { ChartState } from '#devtools/chart.ts';
import {
  type Arrow,
  type Box,
  type Drawing,
  type Drawings,
  edgesOf,
  openName,
  type Point,
} from '#devtools/drawing.ts';
import { placesIn, roots } from '#devtools/families.ts';
import {
  type Detail,
  initialSign,
  type Layout,
  type LayoutArrow,
  type LayoutBox,
  layoutOf,
  room,
  type,
} from './layout.ts';

/** A drawing of a chart with all its transitions. */
export const fullDrawingOf = async (chart: ChartState): Promise<Drawing> =>
  drawingOf(await layoutOf(chart, { aspect: 1.2, open: null, detail: 'transitions' }), 1);

/** The panel's drawings, by the names that {@link Drawings} describes. */
export const panelDrawings = async (): Promise<Drawings> => {
  const drawings: Record<string, Drawing> = {};
  for (const chart of roots) {
    drawings[chart.id] = await fittingDrawingOf(chart, null);
    for (const { state } of placesIn(chart)) drawings[openName(state)] = await fittingDrawingOf(chart, state);
  }
  return drawings;
};

/** The panel's free space in a window of 1280 × 720, in pixels. */
const panelSpace = { width: 1240, height: 580 } as const;

/** Smaller text isn't readable. */
export const smallestScale = 0.85;
const largestScale = 1.3;

/** How much the boxes say, from most to least. */
const details: readonly Detail[] = ['transitions', 'reactions', 'names'];
/** How much the boxes of an open child say, while its parent shows only names. */
const childDetails: readonly Detail[] = ['reactions', 'names'];

/** The most detailed drawing that is readable in the panel, or the one with only names. */
const fittingDrawingOf = async (chart: ChartState, open: string | null): Promise<Drawing> => {
  let drawing: Drawing | undefined;
  for (const detail of open === null ? details : childDetails) {
    const layout = await layoutOf(chart, { aspect: panelSpace.width / panelSpace.height, open, detail });
    const scale = Math.min(panelSpace.width / layout.width, panelSpace.height / layout.height, largestScale);
    drawing = drawingOf(layout, scale);
    if (scale >= smallestScale) break;
  }
  if (drawing === undefined) throw new Error(`${chart.id} has no drawing`);
  return drawing;
};

const drawingOf = ({ width, height, boxes, arrows }: Layout, scale: number): Drawing => ({
  width: rounded(width),
  height: rounded(height),
  scale: Math.floor(scale * 1000) / 1000,
  boxes: boxes.map(boxOf),
  arrows: arrows.map(arrowOf),
});

const boxOf = ({ id, within, kind, isInitial, x, y, width, height, lines }: LayoutBox): Box => ({
  id,
  within,
  kind,
  ...roundedPoint({ x, y }),
  width: rounded(width),
  height: rounded(height),
  dot: isInitial ? roundedPoint({ x: x + room.inline + 3, y: y + room.block + type.line / 2 }) : null,
  lines: lines.map((text, index) => ({
    ...roundedPoint({
      x: x + room.inline + (isInitial && index === 0 ? initialSign : 0),
      y: y + room.block + (index + 0.75) * type.line,
    }),
    text,
  })),
});

const arrowOf = ({ within, transitions, points }: LayoutArrow): Arrow => ({
  within,
  edges: edgesOf(transitions),
  points: points
    .map(roundedPoint)
    .map(({ x, y }) => `${x},${y}`)
    .join(' '),
});

/** To tenths of a pixel. */
const rounded = (value: number): number => Math.round(value * 10) / 10;
const roundedPoint = ({ x, y }: Point): Point => ({ x: rounded(x), y: rounded(y) });
