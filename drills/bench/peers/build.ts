import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { precompress } from '../../../build/precompress.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const peers = ['amplify-ui', 'plain', 'billing'] as const;

export interface PeerPool {
  readonly userPoolId: string;
  readonly clientId: string;
  readonly endpoint: string;
}

/** @throws Error if the packages can't be installed, for example without a network */
export const buildPeers = async (folder: string, pool: PeerPool): Promise<void> => {
  await install();
  await mkdir(folder, { recursive: true });
  for (const peer of peers) {
    await build({
      root: join(here, peer),
      configFile: false,
      logLevel: 'error',
      plugins: [react(), precompress()],
      define: { userPool: JSON.stringify(pool), global: 'globalThis' },
      build: {
        outDir: resolve(folder, peer),
        emptyOutDir: true,
        target: 'es2022',
        modulePreload: { polyfill: false },
      },
    });
  }
};

const install = async (): Promise<void> => {
  if (await isInstalled()) return;
  const npm = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: here,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new Error('The packages of drills/bench/peers could not be installed');
};

/** npm writes its own lock file when it has installed all packages. */
const isInstalled = async (): Promise<boolean> => {
  const changed = async (name: string) => (await stat(join(here, name)).catch(() => undefined))?.mtimeMs ?? 0;
  return (await changed('node_modules/.package-lock.json')) > (await changed('package-lock.json'));
};
