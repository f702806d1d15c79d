import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

/** `full` is Chromium or Chrome itself; `any` may be the headless shell, which has no windows and starts faster. */
export type ChromiumKind = 'any' | 'full';

const linuxShells = ['/usr/bin/chromium-headless-shell'];
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

/** Where a Chromium may be on this machine: what is there, best first. */
export const knownLocations = (kind: ChromiumKind): string[] => {
  const shells = [...(process.platform === 'linux' ? linuxShells : []), ...playwrightsShells()];
  const full = [...systemBrowsers(), chromium.executablePath()];
  return [...(kind === 'any' ? shells : []), ...full].filter((path) => existsSync(path));
};

const systemBrowsers = (): string[] => {
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
};

/** Playwright tells where its Chromium is; the shell of the same revision lies beside it, under another name. */
const playwrightsShells = (): string[] => {
  const [, folder, revision] = /^(.*[\\/])chromium-(\d+)[\\/]/.exec(chromium.executablePath()) ?? [];
  if (folder === undefined) return [];
  const home = join(folder, `chromium_headless_shell-${revision}`);
  if (!existsSync(home)) return [];
  return readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?:^|[\\/])(?:chrome-headless-shell|headless_shell)(?:\.exe)?$/.test(name))
    .map((name) => join(home, name));
};
