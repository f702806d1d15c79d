import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import { machineTexts } from '#texts/machines.ts';
import { type ChartState, statesIn } from './chart.ts';
import { transitionText } from './wording.ts';

/** The size of one character and of one line of the chart's type, in pixels. */
export const type = { character: 7.3, line: 17 } as const;
/** The room around text in a box, and the head of a box that holds others, in pixels. */
const room = { block: 10, inline: 12, head: 34 } as const;
const start = 12;

/** The node that stands for each part of a state, where an arrow leads from a state to a part of itself. */
export const anywhereIn = (id: string): string => `${id}:any`;
/** The dot from which a state begins. */
export const startOf = (id: string): string => `${id}:start`;

/** What is written in the box of a state. */
export const linesOf = (state: ChartState): string[] => [
  state.key,
  ...state.invocations.map(({ src }) => machineTexts.runs(src)),
  ...(state.states.length === 0 ? withinOf(state) : []),
];

/** What a state takes without leaving it. */
export const withinOf = ({ transitions }: ChartState): string[] =>
  transitions.filter(({ targets }) => targets.length === 0).map(transitionText);

/** An arrow's name is made of its ends. */
export const arrowId = (from: string, to: string): string => `${from} to ${to}`;

const sizeOf = (lines: readonly string[]) => ({
  width: Math.max(...lines.map((line) => line.length)) * type.character + 2 * room.inline,
  height: lines.length * type.line + 2 * room.block,
});

/** A chart as ELK lays it out: a node for each state in its state, and all arrows in the outermost one. */
export function graphOf(chart: ChartState): ElkNode {
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
}

function childrenOf(state: ChartState, edges: readonly ElkExtendedEdge[]): ElkNode[] {
  const dots = state.initial.length > 0 ? [{ id: startOf(state.id), width: start, height: start }] : [];
  const needsAnywhere = edges.some(({ sources }) => sources.includes(anywhereIn(state.id)));
  const anywhere =
    needsAnywhere || (state.states.length > 0 && withinOf(state).length > 0)
      ? [{ id: anywhereIn(state.id), ...sizeOf([machineTexts.anyState, ...withinOf(state)]) }]
      : [];
  return [...dots, ...anywhere, ...state.states.map((child) => nodeOf(child, edges))];
}

function nodeOf(state: ChartState, edges: readonly ElkExtendedEdge[]): ElkNode {
  const lines = linesOf(state);
  if (state.states.length === 0) return { id: state.id, ...sizeOf(lines) };
  const head = room.head + (lines.length - 1) * type.line;
  return {
    id: state.id,
    layoutOptions: {
      'elk.padding': `[top=${head},left=16,bottom=16,right=16]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${sizeOf(lines).width}, 0)`,
    },
    children: childrenOf(state, edges),
  };
}

function edgesOf(chart: ChartState): ElkExtendedEdge[] {
  const labels = new Map<
    string,
    { readonly from: string; readonly to: string; readonly lines: Set<string> }
  >();
  for (const transition of statesIn(chart).flatMap(({ transitions }) => transitions))
    for (const to of transition.targets) {
      const { source } = transition;
      const from = to.startsWith(`${source}.`) ? anywhereIn(source) : source;
      const arrow = labels.get(arrowId(from, to)) ?? { from, to, lines: new Set() };
      arrow.lines.add(transitionText(transition));
      labels.set(arrowId(from, to), arrow);
    }
  const begins = statesIn(chart).flatMap(({ id, initial }) =>
    initial.map((to) => ({ id: arrowId(startOf(id), to), sources: [startOf(id)], targets: [to] })),
  );
  const arrows = [...labels].map(([id, { from, to, lines }]) => ({
    id,
    sources: [from],
    targets: [to],
    labels: [{ text: [...lines].join('\n'), ...sizeOf([...lines]) }],
  }));
  return [...begins, ...arrows];
}
