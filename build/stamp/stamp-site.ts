import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '#services/config.ts';
import { readAddresses } from '../headers/addresses.ts';
import { readDeployConfig } from '../headers/deploy-config.ts';
import { securityHeaders } from '../headers/headers.ts';
import { headersFile, nginxFiles } from '../headers/host-files.ts';
import { stampPage } from '../prerender/compose-page.ts';
import { pages } from '../prerender/pages.ts';
import { renderPages } from '../prerender/renderer.ts';
import { readInlineHashes, writePages } from '../prerender/write-pages.ts';
import { forgetSources } from '../sources.ts';

/**
 * Renders a built site's pages with a deploy's configuration, and writes them and their https headers. `root` is the
 * repository. Renders everything before it writes the first file.
 *
 * @throws {Error} if the build is incomplete, a header can't be sent, or a field is wrong, missing or unknown
 */
export const stampSite = async (
  root: string,
  { site, nginx }: { readonly site: string; readonly nginx: string },
  content: string,
) => {
  // Drop a byte order mark, as browsers do.
  const json = content.replace(/^\uFEFF/, '');
  const config = readDeployConfig(parseJson(json));
  const built = new Map<string, string>();
  for (const { file } of pages) built.set(file, await readBuilt(join(site, file)));
  const parts = { addresses: readAddresses(config), inline: readInlineHashes(site), https: true };
  const headers = new Map([[join(site, '_headers'), headersFile(parts)]]);
  for (const [file, text] of nginxFiles(parts)) headers.set(join(nginx, file), text);
  const { productName, selfRefundDays, language = 'en', support = null, passkeys = false, cognito } = config;
  const creditsMeaning = config.creditsMeaning ?? null;
  const hostedSignIn = cognito.hostedUiDomain !== undefined;
  const facts = { productName, creditsMeaning, hostedSignIn, passkeys, selfRefundDays, support };
  const rendered = await renderPages(root, pages, facts);
  const stamped = new Map<string, string>();
  for (const [file, page] of built) {
    const html = rendered.get(file)?.html ?? null;
    stamped.set(file, stampPage(page, { language, hostedSignIn, passkeys, support, html, config: json }));
  }
  await forgetSources(site);
  await writePages(site, stamped);
  await mkdir(nginx, { recursive: true });
  for (const [file, text] of headers) await writeFile(file, text);
  return { gatewayScript: parts.addresses.gatewayScript, pageHeaders: securityHeaders('page', parts) };
};

const readBuilt = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch(() => {
    throw new Error(`${file} is missing: build the site first, with npm run build`);
  });
