import { type ChartState, statesIn } from '#devtools/chart.ts';
import { placesIn } from '#devtools/families.ts';
import { questionsOf } from './questions.ts';
import { tableOf } from './table.ts';

/** How to read a chart, for the overview and each page. */
export const legend = [
  '- A box is a state. A dot marks the state in which its group starts; a thick outline is an end.',
  '- Each line in a box is a transition: what triggers it, its guard in brackets, and the target after `to`. The first guard that holds decides. A line without a target stays in the state.',
  '- `done` and `error` are the two ends of an invocation, `after` is a timer, `always` happens at once, and `finished` follows when a state inside ends.',
  '- The lines of an outer box hold for every state inside. Arrows lead from box to box; the line names the exact target.',
  '- A blue box is a child machine, which has its own drawing. The box lists how the child can end.',
].join('\n');

/** The first page about the machines. */
export const overviewOf = (charts: ReadonlyMap<string, ChartState>): string =>
  [
    '<!-- Made by `npm run machines`. -->',
    '# The machines',
    'State machines decide what the product does. A flow that ends is a child machine: its parent invokes it, waits for its end and reads its output.',
    `\`\`\`mermaid\n${familiesOf(charts)}\n\`\`\``,
    tableOf(['Machine', 'What it does', 'Drawing', 'States'], [...charts.values()].map(row)),
    'To watch them run, open [`/machines`](../../README.md) in the app: it lights the current states and the path so far.',
    '## How to read a drawing',
    legend,
    '## Questions that the drawings answer',
    questionsOf(charts),
  ]
    .join('\n\n')
    .concat('\n');

const row = (chart: ChartState): string[] => [
  `[${chart.id}](${chart.id}.md)`,
  chart.description,
  `[SVG](${chart.id}.svg)`,
  String(statesIn(chart).length - 1),
];

const familiesOf = (charts: ReadonlyMap<string, ChartState>): string => {
  const nodes = [...charts.keys()].map((id) => `  ${id}`);
  const links = [...charts.values()].flatMap((chart) =>
    placesIn(chart).map(
      ({ state, child }) => `  ${chart.id} -- "${state.slice(chart.id.length + 1)}" --> ${child.id}`,
    ),
  );
  return ['flowchart LR', ...nodes, ...links].join('\n');
};

/** Says which machines a machine invokes and which invoke it, with links. */
export const relativesOf = (chart: ChartState, charts: ReadonlyMap<string, ChartState>): string[] => {
  const link = (id: string, state: string) =>
    `[${id}](${id}.md) in \`${state.slice(state.indexOf('.') + 1)}\``;
  const children = placesIn(chart).map(({ state, child }) => link(child.id, state));
  const parents = [...charts.values()].flatMap((parent) =>
    placesIn(parent)
      .filter(({ child }) => child.id === chart.id)
      .map(({ state }) => link(parent.id, state)),
  );
  return [
    ...(children.length > 0 ? [`It invokes ${children.join(', ')}.`] : []),
    ...(parents.length > 0 ? [`It is invoked by ${parents.join(', ')}.`] : []),
  ];
};
