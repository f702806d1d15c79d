import { renderPage, type SiteFacts } from './render-page.tsx';
import type { Visitor } from './visitors.ts';

/** What the program is asked for, as JSON in its only argument. */
interface Order {
  readonly facts: SiteFacts;
  readonly pages: readonly { readonly path: string; readonly visitor: Visitor }[];
}

// Writes the rendered pages, in the order in which they were asked for, as JSON.
const { facts, pages }: Order = JSON.parse(process.argv[2] ?? '');
const rendered = [];
for (const { path, visitor } of pages) rendered.push(await renderPage(path, visitor, facts));
process.stdout.write(JSON.stringify(rendered));
