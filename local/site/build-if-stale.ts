import { fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DisposableStack } from '#local-services/disposable-stack.ts';
import { siteFolder } from '../../build/outputs.ts';
import { fingerprintOfSources, sourcesOfBuild } from '../../build/sources.ts';
import { StartError } from '../options.ts';

const buildScript = fileURLToPath(new URL('./build-process.ts', import.meta.url));

/**
 * Builds the site in a child process if its sources have changed since the last build. Returns the site's folder.
 * @throws {StartError} with the build's output if the build fails
 */
export const buildIfStale = async (root: string, disposables: DisposableStack): Promise<string> => {
  const site = join(root, siteFolder);
  const [built, now] = await Promise.all([sourcesOfBuild(site), fingerprintOfSources(root)]);
  if (built !== now) await build(root, disposables);
  return site;
};

const build = (root: string, disposables: DisposableStack): Promise<void> => {
  const child = fork(buildScript, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  disposables.defer(() => void child.kill());
  const output: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new StartError(`The app could not be built.\n${Buffer.concat(output)}`));
    });
  });
};
