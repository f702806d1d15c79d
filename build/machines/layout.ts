import Elk, { type ElkNode } from 'elkjs/lib/elk.bundled.js';
import { type ChartState, type ChartTransition, transitionsIn } from '#devtools/chart.ts';
import { groupedBy } from '#devtools/chart-text.ts';
import type { Area, Arrow, Box, Point } from '#devtools/drawing.ts';
import { chartOfActor, charts, invokedMachines } from '#devtools/families.ts';
import { reactionTexts, transitionLines } from './state-text.ts';

export interface LayoutBox extends Omit<Box, 'dot' | 'lines'> {
  /** Whether its group starts here. */
  readonly isInitial: boolean;
  readonly lines: readonly string[];
}

export interface LayoutArrow extends Pick<Arrow, 'within'> {
  readonly transitions: readonly ChartTransition[];
  readonly points: readonly Point[];
}

/** Outer boxes come before the boxes they contain. */
export interface Layout extends Size {
  readonly boxes: readonly LayoutBox[];
  readonly arrows: readonly LayoutArrow[];
}

type Size = Pick<Area, 'width' | 'height'>;

/** How much a box says: its name, what it reacts to, or each transition with its guard and target. */
export type Detail = 'names' | 'reactions' | 'transitions';

export interface LayoutOptions {
  /** The width of the free space, divided by its height. */
  readonly aspect: number;
  /** The full id of the state whose child chart is drawn. The parent's boxes then have only their names. */
  readonly open: string | null;
  readonly detail: Detail;
}

/** The size of the text, the width of a character and the height of a line, in pixels. */
export const type = { size: 10, character: 6.05, line: 13 } as const;
/** A box's padding, in pixels. */
export const room = { block: 6, inline: 8 } as const;
/** How far the sign of an initial state moves its name, in pixels. */
export const initialSign = 10;

export const layoutOf = async (chart: ChartState, options: LayoutOptions): Promise<Layout> => {
  const arranged = createArranger();
  let best: Layout | undefined;
  for (const inner of innerAspects) {
    const layout = await layOut(chart, {
      ...options,
      detail: options.open === null ? options.detail : 'names',
      childDetail: options.detail,
      arranged,
      inner,
      transitions: transitionsIn(chart),
      within: null,
    });
    if (best === undefined || costOf(layout, options.aspect) < costOf(best, options.aspect)) best = layout;
  }
  if (best === undefined) throw new Error(`${chart.id} has no layout`);
  return best;
};

/** ELK with a cache, because the shapes of a group share arrangements. */
const createArranger = (): Plan['arranged'] => {
  const elk = new Elk();
  const arrangements = new Map<string, Promise<ElkNode>>();
  return (graph) => {
    const key = JSON.stringify(graph);
    const { layoutOptions, ...rest }: ElkNode = JSON.parse(key);
    const arrangement =
      arrangements.get(key) ?? elk.layout({ ...rest, layoutOptions: { ...basics, ...layoutOptions } });
    arrangements.set(key, arrangement);
    return arrangement;
  };
};

/** Groups inside a chart try these shapes. */
const innerAspects = [1, 1.6, 2.5];

const costOf = ({ width, height }: Size, aspect: number): number => Math.max(width / aspect, height);

interface Plan extends LayoutOptions {
  readonly childDetail: Detail;
  readonly arranged: (graph: ElkNode) => Promise<ElkNode>;
  /** The aspect of inner groups. */
  readonly inner: number;
  /** The machine's transitions. */
  readonly transitions: readonly ChartTransition[];
  readonly within: string | null;
}

/** Lays out a state from the inside out: its parts first, each as a box. */
const layOut = async (
  state: ChartState,
  plan: Plan,
  kind: Box['kind'] = 'machine',
  isInitial = false,
): Promise<Layout> => {
  const parts = await layOutParts(state, plan);
  const lines = linesOf(state, plan.detail);
  const head = sizeOf(lines, isInitial);
  const { within } = plan;
  const own = { id: state.id, within, isInitial, lines, x: 0, y: 0 };
  if (parts.length === 0) return { ...head, boxes: [{ ...own, ...head, kind }], arrows: [] };

  const aspect = kind === 'machine' ? plan.aspect : plan.inner;
  const { arrangement, connections } = await arrange(parts, plan, { aspect, head });
  const { width, height } = frameOf(arrangement, head);
  const offset = { x: padding, y: head.height };
  const placed = parts.map((part) => shifted(part, offset, placeOf(part, arrangement)));
  const between = (arrangement.edges ?? []).flatMap(({ id, sections = [] }) =>
    sections.map(({ startPoint, bendPoints = [], endPoint }) => ({
      transitions: connections.get(id) ?? [],
      within,
      points: [startPoint, ...bendPoints, endPoint].map((point) => added(point, offset)),
    })),
  );
  return {
    width,
    height,
    boxes: [{ ...own, width, height, kind }, ...placed.flatMap(({ boxes }) => boxes)],
    arrows: [...between, ...placed.flatMap(({ arrows }) => arrows)],
  };
};

const layOutParts = async (state: ChartState, plan: Plan): Promise<Layout[]> => {
  const parts: Layout[] = [];
  for (const part of state.states)
    parts.push(await layOut(part, plan, kindOf(part, state), isFirst(part, state)));
  for (const name of invokedMachines(state)) {
    const child = charts.get(name);
    if (child === undefined) continue;
    parts.push(
      plan.open === state.id
        ? await layOut(child, {
            ...plan,
            detail: plan.childDetail,
            aspect: plan.inner,
            transitions: transitionsIn(child),
            within: state.id,
          })
        : closed(child, state.id, plan.detail),
    );
  }
  return parts;
};

const isFirst = (part: ChartState, { initial }: ChartState): boolean =>
  initial.some((id) => id === part.id || id.startsWith(`${part.id}.`));

const kindOf = (part: ChartState, parent: ChartState): Box['kind'] => {
  if (parent.type === 'parallel') return 'region';
  if (part.type === 'final') return 'final';
  return part.states.length > 0 || invokedMachines(part).length > 0 ? 'group' : 'state';
};

const closed = ({ id, states }: ChartState, within: string, detail: Detail): Layout => {
  const finals = detail === 'names' ? [] : states.filter(({ type: kind }) => kind === 'final');
  const ends = finals.map(({ key }) => key);
  const lines = [id, ...ends.map((end) => `ends ${end}`)];
  const size = sizeOf(lines, false);
  return {
    ...size,
    boxes: [{ id, within, kind: 'closed', isInitial: false, lines, x: 0, y: 0, ...size }],
    arrows: [],
  };
};

const linesOf = (state: ChartState, detail: Detail): string[] => {
  if (detail === 'names') return [state.key];
  if (detail === 'reactions') return [state.key, ...reactionTexts(state)];
  const logic = state.invocations.map(({ src }) => src).filter((src) => chartOfActor(src) === undefined);
  return [state.key, ...logic.map((src) => `runs ${src}`), ...transitionLines(state)];
};

const sizeOf = (lines: readonly string[], isInitial: boolean) => ({
  width:
    Math.max(
      ...lines.map(
        (line, index) => line.length * type.character + (index === 0 && isInitial ? initialSign : 0),
      ),
    ) +
    2 * room.inline,
  height: lines.length * type.line + 2 * room.block,
});

/** Around the parts of a group, in pixels. */
const padding = 8;

const frameOf = ({ width = 0, height = 0 }: ElkNode, head: Size) => ({
  width: Math.max(head.width, width + 2 * padding),
  height: head.height + height + padding,
});

interface Frame {
  readonly aspect: number;
  readonly head: Size;
}

/** Arranges boxes in the way that fits best. Arrows lead from box to box and ignore what is inside. */
const arrange = async (
  parts: readonly Layout[],
  { arranged, transitions }: Plan,
  { aspect, head }: Frame,
) => {
  const ids = parts.map(idOf);
  const holderOf = (id: string) => ids.find((part) => id === part || id.startsWith(`${part}.`));
  const connections = groupedBy(
    transitions.filter(({ targets }) => targets.length > 0),
    ({ source, targets: [target = ''] }) => `${holderOf(source)} ${holderOf(target)}`,
  );
  const edges = [...connections.keys()].flatMap((id) => {
    const [from, to] = id.split(' ');
    const isBetween = from !== to && from !== 'undefined' && to !== 'undefined';
    return isBetween && from !== undefined && to !== undefined
      ? [{ id, sources: [from], targets: [to] }]
      : [];
  });

  const children = parts.map((part) => ({ id: idOf(part), width: part.width, height: part.height }));
  let best: ElkNode | undefined;
  for (const way of parts.length > 4 ? ways : ways.slice(0, 2)) {
    const layoutOptions = wrapping in way ? { ...way, 'elk.aspectRatio': aspect.toFixed(2) } : way;
    const arrangement = await arranged({ id: ids.join(' '), layoutOptions, children, edges });
    const isBetter =
      best === undefined || costOf(frameOf(arrangement, head), aspect) < costOf(frameOf(best, head), aspect);
    if (isBetter) best = arrangement;
  }
  if (best === undefined) throw new Error('There is no way to arrange boxes');
  return { arrangement: best, connections };
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

const layering = 'elk.layered.layering.strategy';
const wrapping = 'elk.layered.wrapping.strategy';
const ways = [
  { 'elk.direction': 'RIGHT' },
  { 'elk.direction': 'DOWN' },
  { 'elk.direction': 'RIGHT', [wrapping]: 'MULTI_EDGE' },
  { 'elk.direction': 'DOWN', [wrapping]: 'MULTI_EDGE' },
  { 'elk.direction': 'RIGHT', [layering]: 'COFFMAN_GRAHAM' },
  { 'elk.direction': 'RIGHT', [layering]: 'COFFMAN_GRAHAM', [wrapping]: 'MULTI_EDGE' },
];

const idOf = ({ boxes: [box] }: Layout): string => box?.id ?? '';

const placeOf = (part: Layout, { children = [] }: ElkNode): Point => {
  const { x = 0, y = 0 } = children.find(({ id }) => id === idOf(part)) ?? {};
  return { x, y };
};

const added = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });

const shifted = (part: Layout, ...offsets: readonly Point[]): Layout => {
  const offset = offsets.reduce(added);
  return {
    ...part,
    boxes: part.boxes.map((box) => ({ ...box, ...added(box, offset) })),
    arrows: part.arrows.map((arrow) => ({
      ...arrow,
      points: arrow.points.map((point) => added(point, offset)),
    })),
  };
};
