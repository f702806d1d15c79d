import { installers } from './chromium/install.ts';
import { type ChromiumKind, usualPlaces } from './chromium/places.ts';
import { failureOfLaunch } from './chromium/probe.ts';

/** There is no Chromium that starts. The message is one line for the person who runs the tests. */
export class NoChromiumError extends Error {
  override readonly name = 'NoChromiumError';
}

/** Where a path is told by the person, and kept for the programs that this one starts. */
const variables = { any: 'CHROMIUM_PATH', full: 'CHROMIUM_FULL_PATH' } as const;

/** The path that is known to start: it is tried once for all programs of a run. */
const triedVariable = (kind: ChromiumKind) => `TEST_TRIED_${variables[kind]}`;

const howToGetOne =
  'install one (on Debian: apt-get install chromium-headless-shell; elsewhere Chromium or Chrome), or set CHROMIUM_PATH to its program.';

/**
 * Makes sure of a Chromium: finds one, or else installs one, and puts its path into `CHROMIUM_PATH`, where the
 * Playwright configuration reads it. Called again, also by a program that this one has started, it does nothing.
 *
 * @param kind `any` prefers the headless shell, which starts faster; `full` is Chromium or Chrome itself, in
 *   `CHROMIUM_FULL_PATH`
 * @throws NoChromiumError when there is none and none could be installed, or when the one that was told does not start
 */
export async function provideChromium(kind: ChromiumKind = 'any'): Promise<string> {
  const path = (await findChromium(kind)) ?? (await installChromium(kind));
  process.env[variables[kind]] = path;
  process.env[triedVariable(kind)] = path;
  return path;
}

/**
 * The path of a Chromium that starts: the one that is told, and then no other, else one of the usual places.
 *
 * @throws NoChromiumError when one is told and does not start: another one would not be what was asked for
 */
export async function findChromium(kind: ChromiumKind = 'any'): Promise<string | undefined> {
  const told = process.env[variables[kind]];
  if (told !== undefined && told !== '') {
    if (process.env[triedVariable(kind)] === told) return told;
    const failure = await failureOfLaunch(told);
    if (failure === undefined) return told;
    throw new NoChromiumError(`${variables[kind]} is ${told}, and that does not start: ${failure}`);
  }
  for (const place of usualPlaces(kind)) {
    if ((await failureOfLaunch(place)) === undefined) return place;
  }
  return undefined;
}

async function installChromium(kind: ChromiumKind): Promise<string> {
  for (const { source, install } of installers(kind)) {
    console.log(`No Chromium was found; trying to install one from ${source}.`);
    if (!install()) continue;
    const path = await findChromium(kind);
    if (path !== undefined) return path;
  }
  throw new NoChromiumError(`No Chromium was found, and none could be installed: ${howToGetOne}`);
}
