import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';

/** Short, because files may differ after a restart; three card fields load the same ones at once. */
export const cacheControl = 'public, max-age=60';

/** Serves files by their paths, with their content at the call. */
export const staticFiles = async (files: Readonly<Record<string, URL | string>>): Promise<Hono> => {
  const app = new Hono();
  for (const [path, file] of Object.entries(files)) {
    const content = new Uint8Array(await readFile(file));
    const type = getMimeType(String(file)) ?? 'application/octet-stream';
    app.get(path, (c) => c.body(content, 200, { 'Content-Type': type, 'Cache-Control': cacheControl }));
  }
  return app;
};
