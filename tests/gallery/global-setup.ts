import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { findChromium, installChromium } from '../browser/chromium.ts';
import { findFreePorts } from '../browser/sandbox/free-ports.ts';
import { originVariable } from './origin.ts';

/** A place among those of the other runs' services, where none of them looks for ports. */
const place = 5;

/** Makes sure of a browser and starts the dev server, with a cache of its own. Playwright hands the environment on. */
export default async function prepareRun(): Promise<() => Promise<void>> {
  process.env['CHROMIUM_PATH'] = findChromium() ?? installChromium();
  const cacheDir = await mkdtemp(join(tmpdir(), 'coffer-gallery-'));
  const port = await findFreePorts(1, place);
  const server = await createServer({
    cacheDir,
    logLevel: 'error',
    server: { host: 'localhost', port, strictPort: true, hmr: false, watch: null },
    // All that any screen imports is prepared before the first one, so that none is loaded twice.
    optimizeDeps: { entries: ['gallery.html'] },
  });
  await server.listen();
  await server.warmupRequest('/gallery/main.tsx');
  process.env[originVariable] = `http://localhost:${port}`;
  return async () => {
    await server.close();
    await rm(cacheDir, { recursive: true, force: true });
  };
}
