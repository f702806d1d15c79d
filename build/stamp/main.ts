/**
 * `npm run stamp -- config.json`: writes a deploy's configuration into the pages of the last build, and renders them with
 * it, so that their first paint shows its product name, its ways to sign in and its language. An unstamped page fetches
 * /config.json first. The headers that the site is sent with are written beside it: dist/nginx for nginx, `_headers` in the site
 * for static hosts; and dist/inventory.json, by which `npm run check-site` finds out whether the site still sends that.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseConfig } from '#services/config.ts';
import { readAddresses } from '../headers/addresses.ts';
import { takeInventory } from '../inventory/inventory.ts';
import { inventoryFile, nginxFolder, siteFolder } from '../outputs.ts';
import { pages } from '../prerender/pages.ts';
import { stampSite } from './stamp-site.ts';
import { writeHeaders } from './write-headers.ts';

const [file, ...others] = process.argv.slice(2);
if (file === undefined || others.length > 0) {
  console.error('Say which configuration: npm run stamp -- config.json');
  process.exit(2);
}
const content = await readFile(file, 'utf8');
const root = fileURLToPath(new URL('../..', import.meta.url));
chdir(root);
try {
  const addresses = readAddresses(parseConfig(content));
  const site = join(root, siteFolder);
  await stampSite(root, site, content);
  const pageHeaders = await writeHeaders({ site, nginx: join(root, nginxFolder) }, addresses);
  const inventory = await takeInventory(site, content, { ...addresses, pageHeaders });
  await writeFile(join(root, inventoryFile), `${JSON.stringify(inventory, null, 2)}\n`);
  console.log(`${pages.length} pages and the headers are as ${file} has them.`);
} catch (error) {
  console.error(`${file}: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
