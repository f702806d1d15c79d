import type { ChartState } from '#devtools/chart.ts';
import { type Drawing, type Drawings, openName, rounded } from '#devtools/drawing.ts';
import { placesIn, roots } from '#devtools/families.ts';
import { type Detail, type Layout, layoutOf } from './layout.ts';

/** Draws a chart with all its transitions. */
export const fullDrawingOf = async (chart: ChartState): Promise<Drawing> =>
  drawingOf(await layoutOf(chart, { aspect: 1.2, open: null, detail: 'transitions' }), 1);

/** Returns the panel's drawings, by the names that {@link Drawings} describes. */
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

/** The smallest scale at which text is readable. */
export const smallestScale = 0.85;
const largestScale = 1.3;

/** Returns the most detailed drawing that is readable in the panel, or else the drawing with only names. */
const fittingDrawingOf = async (chart: ChartState, open: string | null): Promise<Drawing> => {
  const draw = async (detail: Detail): Promise<Drawing> => {
    const layout = await layoutOf(chart, { aspect: panelSpace.width / panelSpace.height, open, detail });
    const scale = Math.min(panelSpace.width / layout.width, panelSpace.height / layout.height, largestScale);
    return drawingOf(layout, scale);
  };
  // While a child is open, its parent shows only names.
  for (const detail of open === null ? (['transitions', 'reactions'] as const) : (['reactions'] as const)) {
    const drawing = await draw(detail);
    if (drawing.scale >= smallestScale) return drawing;
  }
  return draw('names');
};

const drawingOf = ({ width, height, boxes, arrows }: Layout, scale: number): Drawing => ({
  width: rounded(width),
  height: rounded(height),
  scale: Math.floor(scale * 1000) / 1000,
  boxes: boxes.map((box) => ({
    ...box,
    x: rounded(box.x),
    y: rounded(box.y),
    width: rounded(box.width),
    height: rounded(box.height),
  })),
  arrows: arrows.map((arrow) => ({
    ...arrow,
    points: arrow.points.map(({ x, y }) => `${rounded(x)},${rounded(y)}`).join(' '),
  })),
});
