import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { pages } from '../prerender/pages.ts';

const textByName = v.record(v.string(), v.string());

export const inventorySchema = v.object({
  /** The hash of each address's content, including scripts. */
  files: textByName,
  pageHeaders: textByName,
  gatewayScript: v.string(),
});

export type Inventory = Readonly<v.InferOutput<typeof inventorySchema>>;

/** In the format of content security policies and `integrity`. */
export const hashOf = (content: string | Uint8Array): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

const addressOf = (file: string): string => pages.find((page) => page.file === file)?.path ?? `/${file}`;

/** Excludes compressed copies and files for servers. */
const isSent = (file: string): boolean => !/(?:^|\/)[._]|\.(?:br|gz)$/.test(file);

/** `site` is the stamped site's folder, `config` its config.json as served. */
export const takeInventory = async (
  site: string,
  config: string,
  more: { readonly pageHeaders: ReadonlyMap<string, string>; readonly gatewayScript: string },
): Promise<Inventory> => {
  const entries = await readdir(site, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(site.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((file) => isSent(file) && file !== 'config.json')
    .sort();
  const hashes = await Promise.all(
    files.map(async (file) => [addressOf(file), hashOf(await readFile(join(site, file)))] as const),
  );
  return {
    files: { ...Object.fromEntries(hashes), '/config.json': hashOf(config) },
    pageHeaders: Object.fromEntries(more.pageHeaders),
    gatewayScript: more.gatewayScript,
  };
};
