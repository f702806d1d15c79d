import { readdir, readFile } from 'node:fs/promises';
import type { Drawings } from '#devtools/drawing.ts';
import { charts } from '#devtools/families.ts';
import { machines } from '#devtools/machines.ts';
import { fullDrawingOf, panelDrawings } from './drawings.ts';
import { overviewOf, pageOf } from './pages.ts';
import { svgOf } from './svg.ts';

/** Returns the generated files about the machines: each file's text, by its path in the repository. */
export const machineDocuments = async (): Promise<Map<string, string>> => {
  const documents = new Map<string, string>();
  const plainEvents: Record<string, readonly string[]> = {};
  const paths = await readdir('machines', { recursive: true });

  for (const [name, { config }] of Object.entries(machines)) {
    const chart = charts.get(name);
    const path = paths.find((path) => path.endsWith(`/${name}.ts`));
    if (chart === undefined || path === undefined)
      throw new Error(`The machine ${name} has another id or file`);
    documents.set(`docs/machines/${name}.json`, `${JSON.stringify(config, null, 2)}\n`);
    documents.set(`docs/machines/${name}.md`, pageOf(chart, `machines/${path}`));
    documents.set(`docs/machines/${name}.svg`, svgOf(name, await fullDrawingOf(chart)));
    plainEvents[name] = plainEventsIn(await readFile(`machines/${path.replace('.ts', '.types.ts')}`, 'utf8'));
  }

  documents.set('docs/machines/README.md', overviewOf([...charts.values()]));
  documents.set('src/devtools/plain-events.gen.ts', plainEventsModule(plainEvents));
  documents.set('src/devtools/drawings.gen.ts', drawingsModule(await panelDrawings()));
  return documents;
};

/** Returns the types of events without data, from a union such as `export type LampEvent = …` in a types file. */
export const plainEventsIn = (types: string): string[] => {
  const [, union = ''] = /^export type \w+Event =(.*?\});$/ms.exec(types) ?? [];
  return [...union.matchAll(/\{ readonly type: '(.+?)' \}/g)].map(([, type = '']) => type);
};

const plainEventsModule = (events: Readonly<Record<string, readonly string[]>>): string =>
  [
    '/** The events of each machine that carry nothing but their type. Made by `npm run machines`. */',
    `export const plainEvents: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(events, null, 2)};`,
    '',
  ].join('\n');

/** Returns a module with one line for each box and arrow, so that changes are easy to review. */
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
