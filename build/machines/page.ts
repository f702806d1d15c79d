import { type ChartState, statesIn, transitionsIn } from '#devtools/chart.ts';
import { durationText, referenceText, transitionText } from '#devtools/chart-text.ts';
import { chartOfActor, charts } from '#devtools/families.ts';
import type { MachineEvent } from './events.ts';
import { mermaidOf } from './mermaid.ts';
import { relativesOf } from './overview.ts';
import { code, lines, tableOf } from './table.ts';

const notice = (file: string) => `<!-- Made by \`npm run machines\` from ${file}. Changes belong there. -->`;

/** @param file the path of the machine's file */
export const pageOf = (chart: ChartState, events: readonly MachineEvent[], file: string): string => {
  const name = chart.id;
  const states = statesIn(chart).slice(1);
  return [
    notice(file),
    `# ${name}`,
    chart.description,
    ...relativesOf(chart, charts),
    `${states.length} states and ${transitionsIn(chart).length} transitions. The machine is [${file}](../../${file}), whose config pastes into the [Stately editor](https://stately.ai/editor); [${name}.json](${name}.json) is its definition without the code.`,
    '## Diagram',
    `[![Chart of ${name}](${name}.svg)](${name}.svg)`,
    '[How to read it](README.md#how-to-read-a-drawing)',
    `<details><summary>The same in Mermaid</summary>\n\n\`\`\`mermaid\n${mermaidOf(chart)}\n\`\`\`\n\n</details>`,
    '## States',
    tableOf(['State', 'What it is', 'Runs', 'Takes'], states.map(stateRow(chart))),
    '## Events',
    tableOf(['Event', 'Carries', 'Taken in'], events.map(eventRow(chart))),
    ...timersOf(chart),
  ]
    .join('\n\n')
    .concat('\n');
};

/** A state's path in its machine, such as `signed-out.idle`. */
const pathIn = (chart: ChartState, id: string): string =>
  id === chart.id ? 'any state' : id.slice(chart.id.length + 1);

const stateRow = (chart: ChartState) => (state: ChartState) => {
  const tags = state.tags.map((tag) => `*${tag}*`);
  const runs = [
    ...state.entry.map((action) => `on entry ${code(referenceText(action))}`),
    ...state.invocations.map(({ id, src }) => {
      const chart = chartOfActor(src);
      const logic = chart === undefined ? code(src) : `[${src}](${chart.id}.md)`;
      return id === src ? logic : `${logic} as ${code(id)}`;
    }),
    ...state.exit.map((action) => `on exit ${code(referenceText(action))}`),
  ];
  const name = code(pathIn(chart, state.id));
  return [
    tags.length === 0 ? name : `${name}<br>${tags.join(', ')}`,
    state.description,
    lines(runs),
    lines(state.transitions.map((transition) => code(transitionText(transition)))),
  ];
};

const eventRow =
  (chart: ChartState) =>
  ({ type, fields }: MachineEvent) => {
    const handlers = statesIn(chart).filter(({ transitions }) =>
      transitions.some(({ trigger }) => trigger.kind === 'event' && trigger.event === type),
    );
    return [code(type), lines(fields.map(code)), lines(handlers.map(({ id }) => code(pathIn(chart, id))))];
  };

const timersOf = (chart: ChartState): string[] => {
  const rows = transitionsIn(chart).flatMap(({ source, trigger }) => {
    if (trigger.kind !== 'after') return [];
    const length = trigger.milliseconds === null ? 'computed' : durationText(trigger.milliseconds);
    return [[code(trigger.delay), length, code(pathIn(chart, source))]];
  });
  return rows.length === 0 ? [] : ['## Timers', tableOf(['Timer', 'Length', 'In'], rows)];
};
