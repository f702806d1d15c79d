import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteAddresses } from '../headers/addresses.ts';
import { securityHeaders } from '../headers/headers.ts';
import { nginxFiles } from '../headers/nginx.ts';
import { headersFile } from '../headers/static-hosts.ts';
import { readInlineHashes } from '../prerender/write-pages.ts';

export interface HeaderFolders {
  /** The built site's folder, where static hosts look for `_headers`. */
  readonly site: string;
  readonly nginx: string;
}

/** Writes the https headers for nginx and static hosts. Returns a page's headers. */
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
