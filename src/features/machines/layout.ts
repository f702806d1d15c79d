import type { ElkNode } from 'elkjs/lib/elk-api.js';
import { machineTexts } from '#texts/machines.ts';
import { type ChartState, statesIn } from './chart.ts';
import { anywhereIn, graphOf, linesOf, startOf, withinOf } from './layout-graph.ts';

/** A rectangle in pixels, from the chart's upper left corner. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Box extends Place {
  readonly id: string;
  readonly kind: 'state' | 'group' | 'any' | 'start';
  readonly lines: readonly string[];
}

export interface Arrow {
  readonly id: string;
  /** The full id of the state that it leaves; empty for one that only shows where a state begins. */
  readonly source: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly label: (Place & { readonly lines: readonly string[] }) | null;
}

/** A chart with a place for everything in it; boxes that hold others come before these. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

const layouts = new WeakMap<ChartState, Promise<Layout>>();

/** The layout of a chart, made once by ELK, which is loaded here only. */
export const layoutOf = (chart: ChartState): Promise<Layout> => {
  const layout = layouts.get(chart) ?? layOut(chart);
  layouts.set(chart, layout);
  return layout;
};

async function layOut(chart: ChartState): Promise<Layout> {
  const { default: Elk } = await import('elkjs/lib/elk.bundled.js');
  return readLayout(chart, await new Elk().layout(graphOf(chart)));
}

function readLayout(chart: ChartState, graph: ElkNode): Layout {
  const known = new Map<string, Pick<Box, 'kind' | 'lines'>>(
    statesIn(chart).flatMap((state) => [
      [state.id, { kind: state.states.length === 0 ? 'state' : 'group', lines: linesOf(state) }] as const,
      [anywhereIn(state.id), { kind: 'any', lines: [machineTexts.anyState, ...withinOf(state)] }] as const,
      [startOf(state.id), { kind: 'start', lines: [] }] as const,
    ]),
  );
  const boxes = nodesIn(graph).flatMap((node) => {
    const what = known.get(node.id);
    return what === undefined ? [] : [{ id: node.id, ...what, ...placeOf(node) }];
  });
  const arrows = (graph.edges ?? []).flatMap(({ id, sources: [source = ''], sections = [], labels = [] }) =>
    sections.map(({ startPoint, bendPoints = [], endPoint }, index) => {
      const label = index === 0 ? labels[0] : undefined;
      return {
        id: `${id} ${index}`,
        source: source.endsWith(startOf('')) ? '' : source.replace(/:any$/, ''),
        points: [startPoint, ...bendPoints, endPoint],
        label: label === undefined ? null : { ...placeOf(label), lines: label.text?.split('\n') ?? [] },
      };
    }),
  );
  return { width: graph.width ?? 0, height: graph.height ?? 0, boxes, arrows };
}

const nodesIn = (node: ElkNode): ElkNode[] =>
  (node.children ?? []).flatMap((child) => [child, ...nodesIn(child)]);

const placeOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Place>): Place => ({ x, y, width, height });
