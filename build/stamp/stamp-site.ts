import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseConfig } from '#services/config.ts';
import { stampPage } from '../prerender/compose-page.ts';
import { pages } from '../prerender/pages.ts';
import { renderPages } from '../prerender/renderer.ts';
import { writePages } from '../prerender/write-pages.ts';
import { forgetSources } from '../sources.ts';

/**
 * Renders a built site's pages again. `root` is the project, `site` the site's folder.
 *
 * @throws Error when the build is incomplete, or a field of the configuration is wrong or missing
 */
export const stampSite = async (root: string, site: string, config: string): Promise<void> => {
  const { productName, language = 'en', support = null, cognito } = parseConfig(config);
  const hostedSignIn = cognito.hostedUiDomain !== undefined;
  const rendered = await renderPages(root, pages, { productName, hostedSignIn, support });
  const stamped = new Map<string, string>();
  for (const { file } of pages) {
    const page = await readFile(join(site, file), 'utf8').catch(() => {
      throw new Error(`${join(site, file)} is missing: build the site first, with npm run build`);
    });
    stamped.set(
      file,
      stampPage(page, { language, hostedSignIn, support, html: rendered.get(file)?.html ?? null, config }),
    );
  }
  await forgetSources(site);
  await writePages(site, stamped);
};
