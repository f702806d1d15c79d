import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ChromiumKind } from './locations.ts';

/** Playwright's download gives up soon where there is no internet; a slow connection falls back to what is left. */
const downloadLimitMs = 180_000;
const connectionLimitMs = 5_000;

export interface Installer {
  /** Where it comes from, for the person who waits. */
  readonly source: string;
  /** Whether it thinks that it has installed one. */
  readonly install: () => boolean;
}

/**
 * The ways to install a Chromium that this user has, best first. Debian's own packages bring the libraries that a
 * browser needs. Ubuntu's `chromium` is only a door to a snap: there, Playwright's download comes before it.
 */
export const installers = (kind: ChromiumKind): Installer[] => {
  const mayUseApt = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  return [
    ...(mayUseApt && kind === 'any' ? [aptPackage('chromium-headless-shell')] : []),
    playwrightsDownload(kind),
    ...(mayUseApt ? [aptPackage('chromium')] : []),
  ];
};

const playwrightsDownload = (kind: ChromiumKind): Installer => ({
  source: 'Playwright',
  install() {
    const script = join('node_modules', '@playwright', 'test', 'cli.js');
    const which = kind === 'any' ? '--only-shell' : '--no-shell';
    const { status } = spawnSync(process.execPath, [script, 'install', which, '--no-progress', 'chromium'], {
      stdio: 'ignore',
      timeout: downloadLimitMs,
      env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: String(connectionLimitMs) },
    });
    return status === 0;
  },
});

const aptPackage = (name: string): Installer => ({
  source: `the system’s packages (${name})`,
  install: () => aptGet('update') && aptGet('install', '--no-install-recommends', name),
});

const aptGet = (...args: string[]): boolean => {
  const { status, stderr } = spawnSync('/usr/bin/apt-get', ['--yes', '-qq', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  // Its remarks on a way that led somewhere are of no use to who runs tests.
  if (status !== 0) console.log(stderr);
  return status === 0;
};
