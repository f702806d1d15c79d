import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import { machineTexts } from '#texts/machines.ts';
import { type ChartState, statesIn } from './chart.ts';
import { arrowsOf, internalTexts } from './chart-text.ts';

/** In pixels, from the chart's upper left corner. */
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
  /** The full id of the state that it leaves; empty for an arrow to an initial state. */
  readonly source: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly label: (Place & { readonly lines: readonly string[] }) | null;
}

/** A laid-out chart. Outer boxes come before the boxes they contain. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

/** ELK passes `kind` and `lines` through. */
interface ChartNode extends ElkNode, Pick<Box, 'kind' | 'lines'> {
  readonly children: ChartNode[];
}

const layouts = new WeakMap<ChartState, Promise<Layout>>();

/** A chart's layout, computed once. Loads ELK on demand. */
export const layoutOf = (chart: ChartState): Promise<Layout> => {
  const layout = layouts.get(chart) ?? computeLayout(chart);
  layouts.set(chart, layout);
  return layout;
};

const computeLayout = async (chart: ChartState): Promise<Layout> => {
  const { default: Elk } = await import('elkjs/lib/elk.bundled.js');
  const { width = 0, height = 0, children = [], edges = [] } = await new Elk().layout(graphOf(chart));
  return { width, height, boxes: children.flatMap(boxesIn), arrows: edges.flatMap(arrowsAlong) };
};

const boxesIn = (node: ChartNode): Box[] => [
  { id: node.id, kind: node.kind, lines: node.lines, ...placeOf(node) },
  ...node.children.flatMap(boxesIn),
];

const arrowsAlong = ({ id, sources: [source = ''], sections = [], labels = [] }: ElkExtendedEdge): Arrow[] =>
  sections.map(({ startPoint, bendPoints = [], endPoint }, index) => {
    const label = index === 0 ? labels[0] : undefined;
    return {
      id: `${id} ${index}`,
      source: source.endsWith(startId('')) ? '' : source.replace(/:any$/, ''),
      points: [startPoint, ...bendPoints, endPoint],
      label: label === undefined ? null : { ...placeOf(label), lines: label.text?.split('\n') ?? [] },
    };
  });

const placeOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Place>): Place => ({ x, y, width, height });

/** The width of a character and the height of a line, in pixels. */
export const type = { character: 7.3, line: 17 } as const;
/** A box's padding and the header height of a box with children, in pixels. */
export const room = { block: 10, inline: 12, head: 34 } as const;
const startSize = { width: 12, height: 12 };

/** Represents any part of a state, for arrows from the state to one of its parts. */
const anyStateId = (id: string): string => `${id}:any`;
const startId = (id: string): string => `${id}:start`;

const sizeOf = (lines: readonly string[]) => ({
  width: Math.max(...lines.map((line) => line.length)) * type.character + 2 * room.inline,
  height: lines.length * type.line + 2 * room.block,
});

/** ELK's graph: nested nodes for the states, and all edges in the root. */
const graphOf = (chart: ChartState): ElkNode & { children: ChartNode[] } => {
  const edges = edgesOf(chart);
  return {
    id: chart.id,
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.edgeRouting': 'ORTHOGONAL',
      'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
      'elk.json.shapeCoords': 'ROOT',
      'elk.json.edgeCoords': 'ROOT',
      'elk.layered.spacing.nodeNodeBetweenLayers': '36',
      'elk.spacing.nodeNode': '28',
      'elk.spacing.edgeNode': '16',
      'elk.spacing.edgeLabel': '4',
    },
    children: childrenOf(chart, edges),
    edges,
  };
};

const childrenOf = (state: ChartState, edges: readonly ElkExtendedEdge[]): ChartNode[] => {
  const nodes = state.states.map((child) => nodeOf(child, edges));
  const anyState = anyStateId(state.id);
  const internal = internalTexts(state);
  if (internal.length > 0 || edges.some(({ sources }) => sources.includes(anyState)))
    nodes.unshift(leafNode(anyState, 'any', [machineTexts.anyState, ...internal]));
  if (state.initial.length > 0) nodes.unshift(leafNode(startId(state.id), 'start', [], startSize));
  return nodes;
};

const leafNode = (
  id: string,
  kind: Box['kind'],
  lines: readonly string[],
  size = sizeOf(lines),
): ChartNode => ({ id, kind, lines, ...size, children: [] });

const nodeOf = (state: ChartState, edges: readonly ElkExtendedEdge[]): ChartNode => {
  const { id, key, invocations, states } = state;
  const lines = [key, ...invocations.map(({ src }) => machineTexts.runs(src))];
  if (states.length === 0) return leafNode(id, 'state', [...lines, ...internalTexts(state)]);
  const head = room.head + (lines.length - 1) * type.line;
  return {
    id,
    kind: 'group',
    lines,
    layoutOptions: {
      'elk.padding': `[top=${head},left=16,bottom=16,right=16]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${sizeOf(lines).width}, 0)`,
    },
    children: childrenOf(state, edges),
  };
};

const edgesOf = (chart: ChartState): ElkExtendedEdge[] => {
  const begins = statesIn(chart).flatMap(({ id, initial }) => initial.map((to) => edge(startId(id), to)));
  const arrows = arrowsOf(chart).map(({ from, to, labels }) => ({
    ...edge(to.startsWith(`${from}.`) ? anyStateId(from) : from, to),
    labels: [{ text: [...labels].join('\n'), ...sizeOf([...labels]) }],
  }));
  return [...begins, ...arrows];
};

const edge = (from: string, to: string) => ({ id: `${from} to ${to}`, sources: [from], targets: [to] });
