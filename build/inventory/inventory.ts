import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as v from 'valibot';
import { pages } from '../prerender/pages.ts';

const textByName = v.record(v.string(), v.string());

export const inventorySchema = v.object({
  /** The hash of each file's content, by its path on the site. */
  files: textByName,
  pageHeaders: textByName,
  gatewayScript: v.string(),
});

export type Inventory = Readonly<v.InferOutput<typeof inventorySchema>>;

/** Returns a hash in the format of content security policies and the `integrity` attribute. */
export const hashOf = (content: string | Uint8Array): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

const addressOf = (file: string): string => pages.find((page) => page.file === file)?.path ?? `/${file}`;

/** Returns whether to hash a file. Excludes compressed copies, files that servers don't send, and config.json. */
const isSent = (file: string): boolean => !/(?:^|\/)[._]|\.(?:br|gz)$|^config\.json$/.test(file);

/** Hashes a stamped site's files. `site` is the site's folder, and `config` is config.json's text as served. */
export const takeInventory = async (
  site: string,
  config: string,
  sent: { readonly pageHeaders: ReadonlyMap<string, string>; readonly gatewayScript: string },
): Promise<Inventory> => {
  const files: Record<string, string> = {};
  const entries = await readdir(site, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const path of paths.sort()) {
    const file = relative(site, path).replaceAll('\\', '/');
    if (isSent(file)) files[addressOf(file)] = hashOf(await readFile(path));
  }
  return {
    files: { ...files, '/config.json': hashOf(config) },
    pageHeaders: Object.fromEntries(sent.pageHeaders),
    gatewayScript: sent.gatewayScript,
  };
};
