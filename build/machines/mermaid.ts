import { type ChartState, statesIn, transitionsIn } from '#devtools/chart.ts';
import { groupedBy, transitionText } from '#devtools/chart-text.ts';
import { invokedMachines } from '#devtools/families.ts';

/** An arrow between two states, which are given by their full ids. */
interface ChartArrow {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** Returns a chart as a Mermaid diagram. @throws {Error} if two states would get the same Mermaid name */
export const mermaidOf = (chart: ChartState): string => {
  const aliases = statesIn(chart).map(({ id }) => aliasOf(id));
  if (new Set(aliases).size < aliases.length)
    throw new Error(`States of ${chart.key} differ in punctuation only`);
  const arrows = transitionsIn(chart).flatMap((transition) =>
    transition.targets.map((to) => ({ from: transition.source, to, text: transitionText(transition) })),
  );
  const lines = chart.type === 'parallel' ? stateLines(chart, arrows) : bodyLines(chart, arrows);
  return ['stateDiagram-v2', ...indented(lines)].join('\n');
};

/** Returns a state's name in Mermaid, whose grammar allows letters, digits and `_`. Full ids are never keywords. */
const aliasOf = (id: string): string => id.replace(/[^A-Za-z0-9]/g, '_');

/** Escapes a label. In Mermaid, `:` and `;` end a label, and `#` starts a character code. */
const escaped = (text: string): string =>
  text.replace(/[#:;<>"]/g, (character) => `#${character.codePointAt(0)};`);

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

/** Returns the lines inside a state's box: its child machines, and transitions that don't leave the state. */
const textsWithin = (state: ChartState, alias: string): string[] => {
  const internal = state.transitions.filter(({ targets }) => targets.length === 0).map(transitionText);
  const texts = [...invokedMachines(state).map((name) => `runs ${name}`), ...internal];
  return texts.map((text) => `${alias} : ${escaped(text)}`);
};

const stateLines = (state: ChartState, arrows: readonly ChartArrow[]): string[] => {
  const alias = aliasOf(state.id);
  const name = `state "${escaped(state.key)}" as ${alias}`;
  if (state.states.length > 0) return [`${name} {`, ...indented(bodyLines(state, arrows)), '}'];
  return [name, ...textsWithin(state, alias), ...(state.type === 'final' ? [`${alias} --> [*]`] : [])];
};

const bodyLines = (state: ChartState, arrows: readonly ChartArrow[]): string[] => {
  const divider = state.type === 'parallel' ? ['--'] : [];
  const states = state.states.flatMap((child, index) => [
    ...(index > 0 ? divider : []),
    ...stateLines(child, arrows),
  ]);
  const own = arrows.filter(({ from, to }) => ownerOf(from, to) === state.id);
  // Mermaid can't draw a composite state's text, or its arrows to its own parts. Draw both in an extra box.
  const any = anyStateAlias(state.id);
  const within = textsWithin(state, any);
  const hasBox = within.length > 0 || own.some(({ from }) => from === state.id);
  return [
    ...state.initial.map((id) => `[*] --> ${aliasOf(id)}`),
    ...states,
    ...(hasBox ? [...divider, `state "any state of ${escaped(state.key)}" as ${any}`, ...within] : []),
    ...[...groupedBy(own, ({ from, to }) => `${from} ${to}`).values()].flatMap(arrowLine),
  ];
};

const anyStateAlias = (id: string): string => `${aliasOf(id)}__any`;

const isWithin = (id: string, ancestor: string): boolean => id.startsWith(`${ancestor}.`);

/** Merges the arrows between two states into one line. */
const arrowLine = (arrows: readonly ChartArrow[]): string[] =>
  arrows.slice(0, 1).map(({ from, to }) => {
    const start = isWithin(to, from) ? anyStateAlias(from) : aliasOf(from);
    const labels = new Set(arrows.map(({ text }) => escaped(text)));
    return `${start} --> ${aliasOf(to)} : ${[...labels].join('<br/>')}`;
  });

/** Returns the id of the innermost state that contains both ends of an arrow. */
const ownerOf = (from: string, to: string): string => {
  if (isWithin(to, from)) return from;
  const starts = from.split('.').slice(0, -1);
  const ends = to.split('.').slice(0, -1);
  const apart = starts.findIndex((part, index) => part !== ends[index]);
  return starts.slice(0, apart < 0 ? ends.length : apart).join('.');
};
