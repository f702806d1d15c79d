import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HeaderParts } from '../headers/headers.ts';
import { nginxFiles } from '../headers/nginx.ts';
import { headersFile } from '../headers/static-hosts.ts';

export interface StampFolders {
  /** The built site's folder, where static hosts look for `_headers`. */
  readonly site: string;
  readonly nginx: string;
}

/**
 * Composes the headers for nginx and static hosts. Returns a function that writes them.
 *
 * @throws Error for a header that one of them can't send
 */
export const prepareHeaders = ({ site, nginx }: StampFolders, parts: HeaderParts): (() => Promise<void>) => {
  const files = new Map([[join(site, '_headers'), headersFile(parts)]]);
  for (const [file, content] of nginxFiles(parts)) files.set(join(nginx, file), content);
  return async () => {
    await mkdir(nginx, { recursive: true });
    for (const [file, content] of files) await writeFile(file, content);
  };
};
