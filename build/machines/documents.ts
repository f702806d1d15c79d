import { readFile } from 'node:fs/promises';
import { type ChartState, chartOf } from '#devtools/chart.ts';
import { machines } from '#devtools/machines.ts';
import { eventsOf } from './events.ts';
import { mermaidOf, outlineOf } from './mermaid.ts';
import { pageOf } from './page.ts';

const overviewHead = `<!-- Made by \`npm run machines\`. -->

# The machines

What the product does is three state machines. Here are their outermost states; each has a page with its whole diagram, its
states and its events.`;

/** The documents about the machines: each file's text by its path in the current folder. */
export const machineDocuments = async (): Promise<Map<string, string>> => {
  const documents = new Map<string, string>();
  const plainEvents: Record<string, readonly string[]> = {};
  const outlines: string[] = [];

  for (const [name, machine] of Object.entries(machines)) {
    const [source, types] = await Promise.all(
      [`${name}.ts`, `${name}.types.ts`].map((file) => readFile(`machines/${file}`, 'utf8')),
    );
    const events = eventsOf(source ?? '', types ?? '');
    const chart = chartOf(machine);
    documents.set(`docs/machines/${name}.json`, `${JSON.stringify(machine.config, null, 2)}\n`);
    documents.set(`docs/machines/${name}.md`, pageOf(name, chart, events));
    plainEvents[machine.id] = events.filter(({ fields }) => fields.length === 0).map(({ type }) => type);
    outlines.push(outlineSection(name, chart));
  }

  documents.set('docs/machines/README.md', `${[overviewHead, ...outlines].join('\n\n')}\n`);
  documents.set('src/devtools/plain-events.gen.ts', plainEventsModule(plainEvents));
  return documents;
};

const outlineSection = (name: string, chart: ChartState): string => {
  const link = `## [${name}](${name}.md)`;
  const picture = `\`\`\`mermaid\n${mermaidOf(outlineOf(chart))}\n\`\`\``;
  return `${link}\n\n${chart.description}\n\n${picture}`;
};

const plainEventsModule = (events: Readonly<Record<string, readonly string[]>>): string =>
  [
    '/** The events of each machine that carry nothing but their type. Made by `npm run machines`. */',
    `export const plainEvents: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(events, null, 2)};`,
    '',
  ].join('\n');
