import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';

export interface DevServer {
  readonly origin: string;
  stop(): Promise<void>;
}

export const startGallery = async (): Promise<DevServer> => {
  if (process.platform !== 'linux')
    console.log('Pictures are compared on Linux alone: they are left out here.');
  const cacheDir = await mkdtemp(join(tmpdir(), 'coffer-gallery-'));
  const nodeEnv = process.env['NODE_ENV'];
  const server = await createServer({
    cacheDir,
    logLevel: 'error',
    server: { host: 'localhost', port: 0, hmr: false, watch: null },
    // Bundle all imports up front. Otherwise, Vite reloads the page when a screen needs a new import.
    optimizeDeps: { entries: ['gallery.html'] },
  });
  // Vite sets NODE_ENV to `development`, which child processes would inherit.
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
