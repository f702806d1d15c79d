import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';

/** Lets browsers cache files briefly: three card fields load the same files, which a restart may change. */
export const cacheControl = 'public, max-age=60';

/** Creates routes that serve files by path. Reads the files once, when called. */
export const staticFiles = async (files: Readonly<Record<string, URL | string>>): Promise<Hono> => {
  const app = new Hono();
  for (const [path, file] of Object.entries(files)) {
    const content = new Uint8Array(await readFile(file));
    const type = getMimeType(String(file)) ?? 'application/octet-stream';
    app.get(path, (c) => c.body(content, 200, { 'Content-Type': type, 'Cache-Control': cacheControl }));
  }
  return app;
};
