import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { composePage, headScriptPlace } from './compose-page.ts';
import { firstLoadOf } from './first-load.ts';
import { buildInlineScript } from './inline-script.ts';
import { type Page, pages } from './pages.ts';
import { buildRenderer, defaultFacts, renderPages } from './renderer.ts';
import { writePages } from './write-pages.ts';

/** Creates a plugin that prerenders pages. In development, one page with a module script serves all addresses. */
export const prerender = (): Plugin => {
  let root = '';
  let base = '';
  let site = '';
  return {
    name: 'prerender',
    configResolved(config) {
      ({ root, base } = config);
      site = resolve(root, config.build.outDir);
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { server }) =>
        server
          ? html.replace(headScriptPlace, (tag) =>
              tag.replace(/script\s+(?:vite-ignore )?/, 'script type="module" '),
            )
          : html,
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler(_options, bundle) {
        await buildRenderer(root);
        const renderedPages = await renderPages(root, pages, defaultFacts);
        const template = await readFile(join(site, 'index.html'), 'utf8');
        const scripts = new Map<string | undefined, string>();
        for (const entry of new Set(
          pages.flatMap((page) => [page.scripts.head, page.scripts.body ?? []].flat()),
        ))
          scripts.set(entry, await buildInlineScript(resolve(root, entry)));
        const composed = new Map<string, string>();
        for (const page of pages) {
          const rendered = renderedPages.get(page.file);
          composed.set(
            page.file,
            composePage(template, {
              path: page.path,
              title: rendered?.title ?? null,
              html: rendered?.html ?? '',
              headScript: scripts.get(page.scripts.head) ?? '',
              bodyScript: scripts.get(page.scripts.body) ?? '',
              asksForConfig: page.scripts.asksForConfig ?? false,
              ...loadsOf(page, (source) => resolve(root, source), bundle, base),
            }),
          );
        }
        await writePages(site, composed);
      },
    },
  };
};

const loadsOf = (
  { sources, styledBy = [] }: Page,
  locate: (source: string) => string,
  bundle: Rolldown.OutputBundle,
  base: string,
) => {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const styled = firstLoadOf(chunks, [...sources, ...styledBy].map(locate));
  const styles = new Set(styled.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
  return {
    preloads: firstLoadOf(chunks, sources.map(locate)).map(({ fileName }) => base + fileName),
    styles: [...styles].map((fileName) => {
      const sheet = bundle[fileName];
      if (sheet?.type !== 'asset') throw new Error(`${fileName} is not a style sheet of the build`);
      return { href: base + fileName, css: String(sheet.source).trim() };
    }),
  };
};
