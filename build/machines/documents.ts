import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Drawings } from '#devtools/drawing.ts';
import { charts } from '#devtools/families.ts';
import { machines } from '#devtools/machines.ts';
import { fullDrawingOf, panelDrawings } from './drawings.ts';
import { eventsOf } from './events.ts';
import { overviewOf } from './overview.ts';
import { pageOf } from './page.ts';
import { svgOf } from './svg.ts';

/** The documents about the machines: each file's text by its path in the current folder. */
export const machineDocuments = async (): Promise<Map<string, string>> => {
  const documents = new Map<string, string>();
  const plainEvents: Record<string, readonly string[]> = {};
  const paths = await readdir('machines', { recursive: true });
  const sources = await readSources(paths);

  for (const [name, machine] of Object.entries(machines)) {
    const chart = charts.get(name);
    if (chart === undefined) throw new Error(`The machine ${name} has another id`);
    const file = paths.find((path) => basename(path) === `${name}.ts`);
    if (file === undefined) throw new Error(`No file has the machine ${name}`);
    const events = eventsOf(`${name}.ts`, sources);
    documents.set(`docs/machines/${name}.json`, `${JSON.stringify(machine.config, null, 2)}\n`);
    documents.set(`docs/machines/${name}.md`, pageOf(chart, events, `machines/${file}`));
    documents.set(`docs/machines/${name}.svg`, svgOf(name, await fullDrawingOf(chart)));
    plainEvents[name] = events.filter(({ fields }) => fields.length === 0).map(({ type }) => type);
  }

  documents.set('docs/machines/README.md', overviewOf(charts));
  documents.set('src/devtools/plain-events.gen.ts', plainEventsModule(plainEvents));
  documents.set('src/devtools/drawings.gen.ts', drawingsModule(await panelDrawings()));
  return documents;
};

/** The machines' files by name. No two have the same name. */
const readSources = async (paths: readonly string[]): Promise<Map<string, string>> =>
  new Map(
    await Promise.all(
      paths
        .filter((path) => path.endsWith('.ts'))
        .map(async (path) => [basename(path), await readFile(`machines/${path}`, 'utf8')] as const),
    ),
  );

const plainEventsModule = (events: Readonly<Record<string, readonly string[]>>): string =>
  [
    '/** The events of each machine that carry nothing but their type. Made by `npm run machines`. */',
    `export const plainEvents: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(events, null, 2)};`,
    '',
  ].join('\n');

/** A line for each box and arrow, so that a change is easy to review. */
const drawingsModule = (drawings: Drawings): string =>
  [
    "import type { Drawings } from './drawing.ts';",
    '',
    '/** Made by `npm run machines`. */',
    'export const drawings: Drawings = {',
    ...Object.entries(drawings).flatMap(([name, { boxes, arrows, ...size }]) => [
      `${JSON.stringify(name)}: { ${JSON.stringify(size).slice(1, -1)}, "boxes": [`,
      ...boxes.map((box) => `${JSON.stringify(box)},`),
      '], "arrows": [',
      ...arrows.map((arrow) => `${JSON.stringify(arrow)},`),
      ']},',
    ]),
    '};',
    '',
  ].join('\n');
