import { renderPage, type SiteFacts } from './render-page.tsx';
import type { Visitor } from './visitors.ts';

/** The program's only argument, as JSON. */
interface Order {
  readonly facts: SiteFacts;
  readonly pages: readonly { readonly path: string; readonly visitor: Visitor }[];
}

// Print the rendered pages as JSON, in the requested order.
const { facts, pages }: Order = JSON.parse(process.argv[2] ?? '');
const rendered = [];
for (const { path, visitor } of pages) rendered.push(await renderPage(path, visitor, facts));
process.stdout.write(JSON.stringify(rendered));
