import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteAddresses } from '../headers/addresses.ts';
import { securityHeaders } from '../headers/headers.ts';
import { nginxFiles } from '../headers/nginx.ts';
import { headersFile } from '../headers/static-hosts.ts';
import { readInlineHashes } from '../prerender/write-pages.ts';

/** Where each server finds its headers. */
export interface HeaderFolders {
  /** The folder of the built site, where static hosts look for `_headers`. */
  readonly site: string;
  /** What nginx includes. */
  readonly nginx: string;
}

/**
 * Writes the headers of a stamped site, for https, as nginx and static hosts read them.
 *
 * @returns those of a page
 */
export const writeHeaders = async (
  folders: HeaderFolders,
  addresses: SiteAddresses,
): Promise<ReadonlyMap<string, string>> => {
  const parts = { addresses, inline: readInlineHashes(folders.site), https: true };
  await writeFile(join(folders.site, '_headers'), headersFile(parts));
  await mkdir(folders.nginx, { recursive: true });
  for (const [file, content] of nginxFiles(parts)) await writeFile(join(folders.nginx, file), content);
  return securityHeaders('page', parts);
};
