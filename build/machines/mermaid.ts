import { type ChartState, statesIn, transitionsIn } from '#devtools/chart.ts';
import { transitionText } from '#devtools/chart-text.ts';
import { invokedMachines } from '#devtools/families.ts';

/** @throws Error if two states would get the same Mermaid name */
export const mermaidOf = (chart: ChartState): string => {
  const ids = statesIn(chart).map(({ id }) => id);
  if (new Set(ids.map(aliasOf)).size < ids.length)
    throw new Error(`States of ${chart.key} differ in punctuation only`);
  const lines =
    chart.type === 'parallel' ? stateLines(chart, arrowsOf(chart)) : bodyLines(chart, arrowsOf(chart));
  return ['stateDiagram-v2', ...indented(lines)].join('\n');
};

/** An arrow between two states, given by their full ids, with the labels of all its transitions. */
interface ChartArrow {
  readonly from: string;
  readonly to: string;
  readonly labels: ReadonlySet<string>;
}

/** One arrow for each pair of states, in chart order. */
const arrowsOf = (chart: ChartState): ChartArrow[] => {
  const arrows = new Map<string, ChartArrow & { readonly labels: Set<string> }>();
  for (const transition of transitionsIn(chart))
    for (const to of transition.targets) {
      const from = transition.source;
      const arrow = arrows.get(`${from} ${to}`) ?? { from, to, labels: new Set() };
      arrow.labels.add(transitionText(transition));
      arrows.set(`${from} ${to}`, arrow);
    }
  return [...arrows.values()];
};

/** Mermaid's name of a state. Its grammar allows letters, digits and `_`; whole ids are never keywords. */
const aliasOf = (id: string): string => id.replace(/[^A-Za-z0-9]/g, '_');

/** In Mermaid, `:` and `;` end a label, and `#` begins a character code. */
const escaped = (text: string): string =>
  text.replace(/[#:;<>"]/g, (character) => `#${character.codePointAt(0)};`);

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

const isLeaf = ({ states }: ChartState): boolean => states.length === 0;

/** The transitions that don't leave the state. */
const internalTexts = ({ transitions }: ChartState): string[] =>
  transitions.filter(({ targets }) => targets.length === 0).map(transitionText);

/** What Mermaid shows inside a box. */
const textsWithin = (state: ChartState): string[] => [
  ...invokedMachines(state).map((name) => `runs ${name}`),
  ...internalTexts(state),
];

const stateLines = (state: ChartState, arrows: readonly ChartArrow[]): string[] => {
  const name = `state "${escaped(state.key)}" as ${aliasOf(state.id)}`;
  if (!isLeaf(state)) return [`${name} {`, ...indented(bodyLines(state, arrows)), '}'];
  const within = textsWithin(state).map((label) => `${aliasOf(state.id)} : ${escaped(label)}`);
  return [name, ...within, ...(state.type === 'final' ? [`${aliasOf(state.id)} --> [*]`] : [])];
};

const bodyLines = (state: ChartState, arrows: readonly ChartArrow[]): string[] => {
  const initial = state.initial.map((id) => `[*] --> ${aliasOf(id)}`);
  const states = state.states.flatMap((child, index) => {
    const lines = stateLines(child, arrows);
    return state.type === 'parallel' && index > 0 ? ['--', ...lines] : lines;
  });
  const own = arrows.filter(({ from, to }) => ownerOf(from, to) === state.id);
  return [...initial, ...states, ...anyStateLines(state, own), ...own.map(arrowLine)];
};

/** Mermaid can't draw arrows to a state's own parts, or text in such a state. This box has both. */
const anyStateLines = (state: ChartState, own: readonly ChartArrow[]): string[] => {
  const within = textsWithin(state);
  if (within.length === 0 && !own.some(({ from }) => from === state.id)) return [];
  const alias = anyStateAlias(state.id);
  return [
    ...(state.type === 'parallel' ? ['--'] : []),
    `state "any state of ${escaped(state.key)}" as ${alias}`,
    ...within.map((label) => `${alias} : ${escaped(label)}`),
  ];
};

const anyStateAlias = (id: string): string => `${aliasOf(id)}__any`;

const isWithin = (id: string, ancestor: string): boolean => id.startsWith(`${ancestor}.`);

const arrowLine = ({ from, to, labels }: ChartArrow): string => {
  const start = isWithin(to, from) ? anyStateAlias(from) : aliasOf(from);
  return `${start} --> ${aliasOf(to)} : ${[...labels].map(escaped).join('<br/>')}`;
};

/** The innermost state that contains both ends of an arrow. */
const ownerOf = (from: string, to: string): string => {
  if (isWithin(to, from)) return from;
  const starts = from.split('.').slice(0, -1);
  const ends = to.split('.').slice(0, -1);
  const apart = starts.findIndex((part, index) => part !== ends[index]);
  return starts.slice(0, apart < 0 ? ends.length : apart).join('.');
};
