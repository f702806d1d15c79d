import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { aptInstall, mayUseApt } from '../installs.ts';
import { chromiumFlags } from './chromium/flags.ts';

export class NoChromiumError extends Error {
  override readonly name = 'NoChromiumError';
}

/** The headless shell comes first because it starts faster. `undefined` is Playwright's own download. */
const places = [
  '/usr/bin/chromium-headless-shell',
  undefined,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
  chromium.executablePath(),
];

const playwright = `"${process.execPath}" "${join('node_modules', '@playwright', 'test', 'cli.js')}"`;
const installLimitMs = 300_000;

/** Returns the commands to try in order. apt's `chromium` comes last because it is a snap on Ubuntu. */
const installCommands = (): string[] => {
  return [
    ...(mayUseApt() ? [`apt-get update && ${aptInstall} chromium-headless-shell`] : []),
    `${playwright} install --only-shell chromium`,
    ...(mayUseApt() ? [`${aptInstall} chromium`] : []),
  ];
};

/** Finds or installs Chromium and sets `CHROMIUM_PATH`. @throws {NoChromiumError} if both fail */
export const provideChromium = async (): Promise<string> => {
  let path = await findChromium();
  for (const command of installCommands()) {
    if (path !== undefined) break;
    console.log(`No Chromium was found. Installing one: ${command}`);
    const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000' };
    spawnSync(command, { shell: true, stdio: 'ignore', timeout: installLimitMs, env });
    path = await findChromium();
  }
  if (path === undefined) {
    throw new NoChromiumError(
      'No Chromium was found, and none could be installed: install one (on Debian: apt-get install chromium-headless-shell; elsewhere Chromium or Chrome), or set CHROMIUM_PATH to its program.',
    );
  }
  process.env['CHROMIUM_PATH'] = path;
  return path;
};

/** Returns a working Chromium's path, if any. @throws {NoChromiumError} if `CHROMIUM_PATH` doesn't work */
export const findChromium = async (): Promise<string | undefined> => {
  const { CHROMIUM_PATH: told = '' } = process.env;
  if (told !== '') {
    return launch(told).catch((error: Error) => {
      const reason = /\[err\]\s*(.*)/.exec(error.message)?.[1] ?? error.message.split('\n')[0];
      throw new NoChromiumError(`CHROMIUM_PATH is ${told}, which does not start: ${reason}`);
    });
  }
  for (const place of places) {
    if (place !== undefined && !existsSync(place)) continue;
    const path = await launch(place).catch(() => undefined);
    if (path !== undefined) return path;
  }
  return undefined;
};

/** Starts Chromium and returns its path. `--version` also succeeds in installations that can't start. */
const launch = async (place: string | undefined): Promise<string> => {
  const server = await chromium.launchServer({
    ...(place !== undefined && { executablePath: place }),
    args: [...chromiumFlags],
  });
  const { spawnfile } = server.process();
  await server.close();
  return spawnfile;
};
