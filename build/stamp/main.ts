/**
 * `npm run stamp -- config.json`: renders the pages of the last build anew as a deploy's configuration has them, so that
 * their first paint shows its product name, its ways to sign in and its language. A site without it shows these when the
 * app is there.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';
import { siteFolder } from '../outputs.ts';
import { pages } from '../prerender/pages.ts';
import { readDeployFacts } from './read-facts.ts';
import { stampSite } from './stamp-site.ts';

const [file, ...others] = process.argv.slice(2);
if (file === undefined || others.length > 0) {
  console.error('Say which configuration: npm run stamp -- config.json');
  process.exit(2);
}
const content = await readFile(file, 'utf8');
const root = fileURLToPath(new URL('../..', import.meta.url));
chdir(root);
try {
  await stampSite(root, join(root, siteFolder), readDeployFacts(content));
  console.log(`${pages.length} pages are as ${file} has them.`);
} catch (error) {
  console.error(`${file}: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
