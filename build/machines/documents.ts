import { readFile } from 'node:fs/promises';
import { type ChartState, chartOf } from '#devtools/chart.ts';
import { machines } from '#devtools/machines.ts';
import { eventsOf } from './events.ts';
import { mermaidOf, outlineOf } from './mermaid.ts';
import { pageOf } from './page.ts';

const overview = { begin: '<!-- machines: begin -->', end: '<!-- machines: end -->' };

/**
 * Everything that is written about the machines: their definitions, their pages, the overview in the README, and which
 * of their events carry nothing.
 *
 * @returns each file's text by its path in the project, which is the current folder
 * @throws Error when the README has no place for the overview
 */
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

  const readme = await readFile('README.md', 'utf8');
  documents.set('README.md', withOverview(readme, outlines));
  documents.set('src/devtools/plain-events.gen.ts', plainEventsModule(plainEvents));
  return documents;
};

const outlineSection = (name: string, chart: ChartState): string => {
  const link = `**[${name}](docs/machines/${name}.md)**`;
  const picture = `\`\`\`mermaid\n${mermaidOf(outlineOf(chart))}\n\`\`\``;
  return `${link}: ${chart.description}\n\n${picture}`;
};

const withOverview = (readme: string, outlines: readonly string[]): string => {
  const begin = readme.indexOf(overview.begin);
  const end = readme.indexOf(overview.end);
  if (begin < 0 || end < begin) throw new Error(`README.md has no ${overview.begin} … ${overview.end}`);
  const head = readme.slice(0, begin + overview.begin.length);
  return [head, ...outlines, readme.slice(end)].join('\n\n');
};

const plainEventsModule = (events: Readonly<Record<string, readonly string[]>>): string =>
  [
    '/** The events of each machine that carry nothing but their type. Made by `npm run machines`. */',
    `export const plainEvents: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(events, null, 2)};`,
    '',
  ].join('\n');
