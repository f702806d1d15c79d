import { type ChartState, statesIn, transitionsIn } from '#devtools/chart.ts';
import { referenceText, transitionText } from '#devtools/chart-text.ts';
import { chartOfActor, childrenOf, parentsOf, placesIn } from '#devtools/families.ts';
import { mermaidOf } from './mermaid.ts';

/** Returns the overview page of all machines. */
export const overviewOf = (charts: readonly ChartState[]): string =>
  pageOfParts([
    '<!-- Made by `npm run machines`. -->',
    '# The machines',
    'State machines decide what the product does. A flow that ends is a child machine: its parent invokes it, waits for its end and reads its output.',
    `\`\`\`mermaid\n${familiesOf(charts)}\n\`\`\``,
    tableOf(
      ['Machine', 'What it does', 'Drawing', 'States'],
      charts.map((chart) => [
        linkTo(chart.id),
        chart.description,
        `[SVG](${chart.id}.svg)`,
        String(statesIn(chart).length - 1),
      ]),
    ),
    'To watch them run, open [`/machines`](../../README.md) in the app: it lights the current states and the path so far. [Some questions](questions.md) that the drawings answer.',
    '## How to read a drawing',
    [
      '- A box is a state. A dot marks the state in which its group starts; a thick outline is an end.',
      '- Each line in a box is a transition: what triggers it, its guard in brackets, and the target after `to`. The first guard that holds decides. A line without a target stays in the state.',
      '- `done` and `error` are the two ends of an invocation, `after` is a timer, `always` happens at once, and `finished` follows when a state inside ends.',
      '- The lines of an outer box hold for every state inside. Arrows lead from box to box; the line names the exact target.',
      '- A blue box is a child machine, which has its own drawing. The box lists how the child can end.',
    ].join('\n'),
  ]);

const familiesOf = (charts: readonly ChartState[]): string => {
  const nodes = charts.map(({ id }) => `  ${id}`);
  const links = charts.flatMap((chart) =>
    placesIn(chart).map(
      ({ state, child }) => `  ${chart.id} -- "${state.slice(chart.id.length + 1)}" --> ${child.id}`,
    ),
  );
  return ['flowchart LR', ...nodes, ...links].join('\n');
};

/** Returns a machine's page. @param file the path of the machine's source */
export const pageOf = (chart: ChartState, file: string): string => {
  const name = chart.id;
  const types = file.replace('.ts', '.types.ts');
  const states = statesIn(chart).slice(1);
  return pageOfParts([
    `<!-- Made by \`npm run machines\` from ${file}. Changes belong there. -->`,
    `# ${name}`,
    chart.description,
    ...relativesOf('invokes', childrenOf(chart)),
    ...relativesOf('is invoked by', parentsOf(name)),
    `${states.length} states and ${transitionsIn(chart).length} transitions. The machine is [${file}](../../${file}), whose config pastes into the [Stately editor](https://stately.ai/editor); [${name}.json](${name}.json) is its definition without the code.`,
    `[${types}](../../${types}) declares its events, its context and its output.`,
    '## Diagram',
    `[![Chart of ${name}](${name}.svg)](${name}.svg)`,
    '[How to read it](README.md#how-to-read-a-drawing)',
    `<details><summary>The same in Mermaid</summary>\n\n\`\`\`mermaid\n${mermaidOf(chart)}\n\`\`\`\n\n</details>`,
    '## States',
    tableOf(['State', 'What it is', 'Runs', 'Takes'], states.map(stateRow)),
  ]);
};

const relativesOf = (verb: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`It ${verb} ${names.map(linkTo).join(', ')}.`];

const stateRow = ({ id, tags, description, entry, invocations, exit, transitions }: ChartState) => [
  linesOf([
    code(id.slice(id.indexOf('.') + 1)),
    ...(tags.length === 0 ? [] : [tags.map((tag) => `*${tag}*`).join(', ')]),
  ]),
  description,
  linesOf([
    ...entry.map((action) => `on entry ${code(referenceText(action))}`),
    ...invocations.map((invocation) => {
      const chart = chartOfActor(invocation.src);
      const logic = chart === undefined ? code(invocation.src) : `[${invocation.src}](${chart.id}.md)`;
      return invocation.id === invocation.src ? logic : `${logic} as ${code(invocation.id)}`;
    }),
    ...exit.map((action) => `on exit ${code(referenceText(action))}`),
  ]),
  linesOf(transitions.map((transition) => code(transitionText(transition)))),
];

const linkTo = (name: string): string => `[${name}](${name}.md)`;
const code = (text: string): string => `\`${text}\``;
const pageOfParts = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`;

/** Returns a table cell with one line for each distinct text. */
const linesOf = (texts: readonly string[]): string => [...new Set(texts)].join('<br>');

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
