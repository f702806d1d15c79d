import Elk, { type ElkNode } from 'elkjs/lib/elk.bundled.js';
import { type ChartState, type ChartTransition, transitionsIn } from '#devtools/chart.ts';
import { groupedBy } from '#devtools/chart-text.ts';
import { type Arrow, type Box, dotWidth, edgesOf, type Point, room, type } from '#devtools/drawing.ts';
import { chartOfActor, charts, invokedMachines } from '#devtools/families.ts';
import { reactionTexts, transitionLines } from './state-text.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The positions of boxes and arrows. Each box comes before the boxes inside it. */
export interface Layout extends Size {
  readonly boxes: readonly Box[];
  readonly arrows: readonly (Omit<Arrow, 'points'> & { readonly points: readonly Point[] })[];
}

/** What a box shows: only its name, the events it reacts to, or each transition with its guard and target. */
export type Detail = 'names' | 'reactions' | 'transitions';

export interface LayoutOptions {
  /** The width of the free space, divided by its height. */
  readonly aspect: number;
  /** The full id of the state whose child chart to draw. The parent's boxes then show only names. */
  readonly open: string | null;
  readonly detail: Detail;
}

interface Plan extends LayoutOptions {
  readonly childDetail: Detail;
  /** The aspect ratio of groups inside the chart. */
  readonly inner: number;
  /** All transitions of the chart's machine. */
  readonly transitions: readonly ChartTransition[];
  readonly within: string | null;
}

/** Lays out a chart with several aspect ratios for its groups, and returns the best layout. */
export const layoutOf = async (chart: ChartState, options: LayoutOptions): Promise<Layout> => {
  const layouts: Layout[] = [];
  for (const inner of [1, 1.6, 2.5])
    layouts.push(
      await layOut(chart, {
        ...options,
        detail: options.open === null ? options.detail : 'names',
        childDetail: options.detail,
        inner,
        transitions: transitionsIn(chart),
        within: null,
      }),
    );
  return bestOf(layouts, options.aspect, (layout) => layout);
};

/** Returns the item that is largest when scaled to fit the space. */
const bestOf = <Item>(items: readonly Item[], aspect: number, sizeOf: (item: Item) => Size): Item => {
  const costOf = (item: Item) => Math.max(sizeOf(item).width / aspect, sizeOf(item).height);
  return items.reduce((best, item) => (costOf(item) < costOf(best) ? item : best));
};

/** Lays out a state from the inside out: first its parts, then the box around them. */
const layOut = async (
  state: ChartState,
  plan: Plan,
  kind: Box['kind'] = 'machine',
  isInitial = false,
): Promise<Layout> => {
  const parts: Layout[] = [];
  for (const part of state.states)
    parts.push(await layOut(part, plan, kindOf(part, state), isFirst(part, state)));
  for (const name of invokedMachines(state)) {
    const child = charts.get(name);
    if (child !== undefined) parts.push(await layOutChild(child, state.id, plan));
  }
  const lines = linesOf(state, plan.detail);
  const head = boxOf({ id: state.id, within: plan.within, kind, isInitial, lines });
  if (parts.length === 0) return { ...head, boxes: [head], arrows: [] };

  const connections = connectionsOf(parts, plan.transitions);
  const aspect = kind === 'machine' ? plan.aspect : plan.inner;
  const arrangement = await arrange(parts, connections, aspect, head);
  const { children = [], edges = [] } = arrangement;
  const placed = parts.map((part, index) => moved(part, children[index]));
  const between = edges.flatMap(({ id, sections = [] }) =>
    sections.map(({ startPoint, bendPoints = [], endPoint }) => ({
      within: plan.within,
      edges: edgesOf(connections.get(id) ?? []),
      points: [startPoint, ...bendPoints, endPoint],
    })),
  );
  const size = framed(arrangement, head);
  const inside = {
    ...size,
    boxes: placed.flatMap(({ boxes }) => boxes),
    arrows: [...between, ...placed.flatMap(({ arrows }) => arrows)],
  };
  const { boxes, arrows } = moved(inside, { x: padding, y: head.height });
  return { ...size, boxes: [{ ...head, ...size }, ...boxes], arrows };
};

/** Lays out a child machine: its whole chart if it is open, otherwise a box that lists its outcomes. */
const layOutChild = async (child: ChartState, within: string, plan: Plan): Promise<Layout> => {
  if (plan.open === within) {
    const { inner: aspect, childDetail: detail } = plan;
    return layOut(child, { ...plan, detail, aspect, transitions: transitionsIn(child), within });
  }
  const finals = plan.detail === 'names' ? [] : child.states.filter((state) => state.type === 'final');
  const lines = [child.id, ...finals.map(({ key }) => `ends ${key}`)];
  const box = boxOf({ id: child.id, within, kind: 'closed', isInitial: false, lines });
  return { ...box, boxes: [box], arrows: [] };
};

const isFirst = (part: ChartState, { initial }: ChartState): boolean =>
  initial.some((id) => id === part.id || id.startsWith(`${part.id}.`));

const kindOf = (part: ChartState, parent: ChartState): Box['kind'] => {
  if (parent.type === 'parallel') return 'region';
  if (part.type === 'final') return 'final';
  return part.states.length > 0 || invokedMachines(part).length > 0 ? 'group' : 'state';
};

const linesOf = (state: ChartState, detail: Detail): string[] => {
  if (detail === 'names') return [state.key];
  if (detail === 'reactions') return [state.key, ...reactionTexts(state)];
  const logic = state.invocations.map(({ src }) => src).filter((src) => chartOfActor(src) === undefined);
  return [state.key, ...logic.map((src) => `runs ${src}`), ...transitionLines(state)];
};

/** Returns a box that fits its text. */
const boxOf = (box: Omit<Box, 'x' | 'y' | 'width' | 'height'>): Box => {
  const widths = box.lines.map(
    (line, index) => line.length * type.character + (box.isInitial && index === 0 ? dotWidth : 0),
  );
  return {
    ...box,
    x: 0,
    y: 0,
    width: Math.max(...widths) + 2 * room.inline,
    height: box.lines.length * type.line + 2 * room.block,
  };
};

const moved = (part: Layout, { x = 0, y = 0 }: Partial<Point> = {}): Layout => {
  const move = <Place extends Point>(place: Place): Place => ({ ...place, x: place.x + x, y: place.y + y });
  const arrows = part.arrows.map((arrow) => ({ ...arrow, points: arrow.points.map(move) }));
  return { ...part, boxes: part.boxes.map(move), arrows };
};

/** Padding around the parts of a group, in pixels. */
const padding = 8;

const framed = ({ width = 0, height = 0 }: Pick<ElkNode, 'width' | 'height'>, head: Size): Size => ({
  width: Math.max(head.width, width + 2 * padding),
  height: head.height + height + padding,
});

const idOf = ({ boxes: [box] }: Layout): string => box?.id ?? '';

/** Groups transitions by the parts that they connect. Arrows connect these parts, not the states inside them. */
const connectionsOf = (parts: readonly Layout[], transitions: readonly ChartTransition[]) => {
  const holderOf = (id = '') => parts.map(idOf).find((part) => id === part || id.startsWith(`${part}.`));
  const between = transitions.filter(({ source, targets: [target] }) => {
    const [from, to] = [holderOf(source), holderOf(target)];
    return from !== to && from !== undefined && to !== undefined;
  });
  return groupedBy(between, ({ source, targets: [target] }) => `${holderOf(source)} ${holderOf(target)}`);
};

/** Returns the arrangement of boxes that fits the space best. */
const arrange = async (
  parts: readonly Layout[],
  connections: ReadonlyMap<string, unknown>,
  aspect: number,
  head: Size,
): Promise<ElkNode> => {
  const children = parts.map((part) => ({ id: idOf(part), width: part.width, height: part.height }));
  const edges = [...connections.keys()].map((id) => {
    const [from = '', to = ''] = id.split(' ');
    return { id, sources: [from], targets: [to] };
  });
  const arrangements: ElkNode[] = [];
  for (const way of parts.length > 4 ? ways : ways.slice(0, 2)) {
    const shape = wrapping in way ? { 'elk.aspectRatio': aspect.toFixed(2) } : {};
    arrangements.push(
      await arranged({ id: 'group', layoutOptions: { ...basics, ...way, ...shape }, children, edges }),
    );
  }
  return bestOf(arrangements, aspect, (arrangement) => framed(arrangement, head));
};

const elk = new Elk();
const known = new Map<string, Promise<ElkNode>>();

/** Lays out a graph, with a cache, because a chart's layouts share graphs. ELK mutates its input. */
const arranged = (graph: ElkNode): Promise<ElkNode> => {
  const key = JSON.stringify(graph);
  const arrangement = known.get(key) ?? elk.layout(structuredClone(graph));
  known.set(key, arrangement);
  return arrangement;
};

const basics = {
  'elk.algorithm': 'layered',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.padding': '[top=0,left=0,bottom=0,right=0]',
  'elk.layered.mergeEdges': 'true',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.layering.coffmanGraham.layerBound': '3',
  'elk.layered.spacing.nodeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeNodeBetweenLayers': '7',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '5',
  'elk.spacing.nodeNode': '10',
  'elk.spacing.edgeNode': '7',
  'elk.spacing.edgeEdge': '5',
  'elk.spacing.componentComponent': '10',
};

const layering = { 'elk.layered.layering.strategy': 'COFFMAN_GRAHAM' };
const wrapping = 'elk.layered.wrapping.strategy';
const ways = [
  { 'elk.direction': 'RIGHT' },
  { 'elk.direction': 'DOWN' },
  { 'elk.direction': 'RIGHT', [wrapping]: 'MULTI_EDGE' },
  { 'elk.direction': 'DOWN', [wrapping]: 'MULTI_EDGE' },
  { 'elk.direction': 'RIGHT', ...layering },
  { 'elk.direction': 'RIGHT', ...layering, [wrapping]: 'MULTI_EDGE' },
];
