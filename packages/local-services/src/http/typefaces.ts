import { createRequire } from 'node:module';
import type { Hono } from 'hono';
import { cacheControl, staticFiles } from './static-files.ts';

const { resolve } = createRequire(import.meta.url);

const faces = [
  {
    family: 'Figtree Variable',
    name: 'figtree.woff2',
    source: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    weights: '300 900',
  },
  {
    family: 'Geist Mono Variable',
    name: 'geist-mono.woff2',
    source: '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2',
    weights: '100 900',
  },
] as const;

const styles = faces
  .map(
    ({ family, name, weights }) =>
      `@font-face { font-family: "${family}"; src: url("${name}") format("woff2"); font-weight: ${weights}; font-display: swap; }\n`,
  )
  .join('');

/**
 * Serves the app's typefaces at `/typefaces/`, so that pages look the same everywhere without loading fonts from another
 * origin.
 */
export const typefaces = async (): Promise<Hono> => {
  const app = await staticFiles(
    Object.fromEntries(faces.map(({ name, source }) => [`/typefaces/${name}`, resolve(source)])),
  );
  return app.get('/typefaces/typefaces.css', (c) =>
    c.body(styles, 200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': cacheControl }),
  );
};
