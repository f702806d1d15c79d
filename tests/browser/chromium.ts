import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

/** Playwright's download gives up soon where there is no internet; a slow connection falls back to the system's package. */
const downloadLimitMs = 180_000;
const connectionLimitMs = 5_000;
const startLimitMs = 30_000;

const linuxNames = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];
const macPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const windowsPath = String.raw`Google\Chrome\Application\chrome.exe`;

/** The usual places of this system's Chromium, best first. */
function usualPlaces(): string[] {
  switch (process.platform) {
    case 'darwin':
      return macPaths;
    case 'win32':
      return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
        const folder = process.env[variable];
        return folder === undefined ? [] : [join(folder, windowsPath)];
      });
    default:
      return linuxNames.flatMap((name) => [`/usr/bin/${name}`, `/snap/bin/${name}`]);
  }
}

/** Whether the file is there and starts: what is called Chromium may be a script that only advertises a package. */
function starts(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  // On Windows, --version opens a window instead of answering.
  if (process.platform === 'win32') return true;
  const { status } = spawnSync(path, ['--version'], { stdio: 'ignore', timeout: startLimitMs });
  return status === 0;
}

/**
 * The path of a Chromium that starts: `CHROMIUM_PATH`, else one of the usual places, else Playwright's own download.
 *
 * @throws Error when `CHROMIUM_PATH` is set and does not start: another one would not be what was asked for
 */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) {
    if (starts(CHROMIUM_PATH)) return CHROMIUM_PATH;
    throw new Error(`CHROMIUM_PATH is ${CHROMIUM_PATH}, and that does not start.`);
  }
  return [...usualPlaces(), chromium.executablePath()].find(starts);
}

/**
 * Installs a Chromium: Playwright's download, else, as root on Debian and its kin, the `chromium` package.
 *
 * @throws Error that says in one line how to get one by hand
 */
export function installChromium(): string {
  for (const [source, install] of [
    ['Playwright', downloadFromPlaywright],
    ['the system’s packages', installDebianPackage],
  ] as const) {
    console.log(`No Chromium was found; trying to install one from ${source}.`);
    install();
    const path = findChromium();
    if (path !== undefined) return path;
  }
  throw new Error(
    'No Chromium could be installed: install one (on Debian: apt-get install chromium), or set CHROMIUM_PATH to its program.',
  );
}

function downloadFromPlaywright(): void {
  const script = join('node_modules', '@playwright', 'test', 'cli.js');
  spawnSync(process.execPath, [script, 'install', '--no-shell', '--no-progress', 'chromium'], {
    stdio: 'ignore',
    timeout: downloadLimitMs,
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: String(connectionLimitMs) },
  });
}

function installDebianPackage(): void {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = (...args: string[]) =>
    spawnSync('/usr/bin/apt-get', ['--yes', '-qq', ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env,
    });
  aptGet('update');
  aptGet('install', '--no-install-recommends', 'chromium');
}
