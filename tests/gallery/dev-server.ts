import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';

export interface DevServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts the app's dev server with a cache of its own, and prepares the gallery's page. */
export const startGallery = async (): Promise<DevServer> => {
  if (process.platform !== 'linux')
    console.log('Pictures are compared on Linux alone: they are left out here.');
  const cacheDir = await mkdtemp(join(tmpdir(), 'coffer-gallery-'));
  const nodeEnv = process.env['NODE_ENV'];
  const server = await createServer({
    cacheDir,
    logLevel: 'error',
    // Port 0 is any free one.
    server: { host: 'localhost', port: 0, hmr: false, watch: null },
    // All that any screen imports is prepared before the first one, so that none is loaded twice.
    optimizeDeps: { entries: ['gallery.html'] },
  });
  // The dev server says `development` to the whole process, and so to the processes that are started after it.
  if (nodeEnv === undefined) delete process.env['NODE_ENV'];
  await server.listen();
  await server.warmupRequest('/gallery/main.tsx');
  const address = server.httpServer?.address();
  if (typeof address !== 'object' || address === null) throw new Error('The dev server does not listen');
  return {
    origin: `http://localhost:${address.port}`,
    async stop() {
      await server.close();
      await rm(cacheDir, { recursive: true, force: true });
    },
  };
};
