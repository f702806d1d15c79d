import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compressed } from '../precompress.ts';
import { type InlineHashes, inlineHashesOf } from './compose-page.ts';

/** Stores the hashes of inline code for servers' content security policies. Servers never send this file. */
const hashesFile = '.inline-hashes.json';

/** Writes each page, its compressed copies, and the hashes of its inline code. `pages` has HTML by file name. */
export const writePages = async (site: string, pages: ReadonlyMap<string, string>): Promise<void> => {
  for (const [file, html] of pages) {
    const path = join(site, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, html);
    for (const [suffix, content] of await compressed(html)) await writeFile(`${path}${suffix}`, content);
  }
  const files = (await readdir(site, { recursive: true })).filter((file) => file.endsWith('.html'));
  const all = await Promise.all(files.map((file) => readFile(join(site, file), 'utf8')));
  await writeFile(join(site, hashesFile), JSON.stringify(inlineHashesOf(all)));
};

/** Returns the hashes of a build's inline code, or empty lists if the build rendered no pages. */
export const readInlineHashes = (site: string): InlineHashes => {
  const file = join(site, hashesFile);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { scripts: [], styles: [] };
};
