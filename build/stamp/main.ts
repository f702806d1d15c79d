/**
 * `npm run stamp -- config.json` renders the built pages again with a deploy's configuration, so that they paint
 * correctly before they fetch /config.json. It also writes the headers and dist/inventory.json.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';
import { takeInventory } from '../inventory/inventory.ts';
import { inventoryFile, nginxFolder, siteFolder } from '../outputs.ts';
import { pages } from '../prerender/pages.ts';
import { stampSite } from './stamp-site.ts';

const [file, ...others] = process.argv.slice(2);
if (file === undefined || others.length > 0) {
  console.error('Name the configuration: npm run stamp -- config.json');
  process.exit(2);
}
const root = fileURLToPath(new URL('../..', import.meta.url));
try {
  const content = await readFile(file, 'utf8');
  chdir(root);
  const site = join(root, siteFolder);
  const stamped = await stampSite(root, { site, nginx: join(root, nginxFolder) }, content);
  const inventory = await takeInventory(site, content, stamped);
  await writeFile(join(root, inventoryFile), `${JSON.stringify(inventory, null, 2)}\n`);
  console.log(`${pages.length} pages and the headers are as ${file} has them.`);
} catch (error) {
  console.error(`${file}: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
