import { execFileSync } from 'node:child_process';
import { mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { precompress } from '../../../build/precompress.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Builds the peers, which we compare our pages with. @throws {Error} if their packages can't be installed */
export const buildPeers = async (folder: string, pool: object): Promise<void> => {
  await install();
  await mkdir(folder, { recursive: true });
  for (const peer of ['amplify-ui', 'plain', 'billing'])
    await build({
      root: here,
      configFile: false,
      logLevel: 'error',
      plugins: [react(), precompress()],
      resolve: { alias: { '/main.jsx': join(here, peer, 'main.jsx') } },
      define: { userPool: JSON.stringify(pool), global: 'globalThis' },
      build: {
        outDir: resolve(folder, peer),
        emptyOutDir: true,
        target: 'es2022',
        modulePreload: { polyfill: false },
      },
    });
};

const install = async (): Promise<void> => {
  const changed = async (name: string) => (await stat(join(here, name)).catch(() => undefined))?.mtimeMs ?? 0;
  // Skip the installation if it is complete: npm writes node_modules/.package-lock.json last.
  if ((await changed('node_modules/.package-lock.json')) > (await changed('package-lock.json'))) return;
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: here,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
};
