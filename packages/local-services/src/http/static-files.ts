import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';

/**
 * How long a browser may do without asking again: three card fields load the same files at once, and a restart with other
 * ones is not far behind.
 */
export const cacheControl = 'public, max-age=60';

/** Serves files as they are now, by their paths. */
export const staticFiles = async (files: Readonly<Record<string, URL | string>>): Promise<Hono> => {
  const app = new Hono();
  for (const [path, file] of Object.entries(files)) {
    const content = new Uint8Array(await readFile(file));
    const type = getMimeType(String(file)) ?? 'application/octet-stream';
    app.get(path, (c) => c.body(content, 200, { 'Content-Type': type, 'Cache-Control': cacheControl }));
  }
  return app;
};
