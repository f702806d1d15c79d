import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { findFreePorts } from '../browser/sandbox/free-ports.ts';

/** A place among those of the run's local services, where none of them looks for ports. */
const place = 5;

export interface DevServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts the app's dev server with a cache of its own, and prepares the gallery's page. */
export async function startGallery(): Promise<DevServer> {
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
  return {
    origin: `http://localhost:${port}`,
    async stop() {
      await server.close();
      await rm(cacheDir, { recursive: true, force: true });
    },
  };
}
