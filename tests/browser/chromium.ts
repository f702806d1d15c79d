import { installers } from './chromium/install.ts';
import { type ChromiumKind, knownLocations } from './chromium/locations.ts';
import { failureOfLaunch } from './chromium/probe.ts';

/** There is no Chromium that starts. The message is one line for the person who runs the tests. */
export class NoChromiumError extends Error {
  override readonly name = 'NoChromiumError';
}

/** The environment variables in which a person sets a path, and in which it is kept for the programs started here. */
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
 * @throws NoChromiumError when there is none and none could be installed, or when the one that was set does not start
 */
export const provideChromium = async (kind: ChromiumKind = 'any'): Promise<string> => {
  const path = (await findChromium(kind)) ?? (await installChromium(kind));
  process.env[variables[kind]] = path;
  process.env[triedVariable(kind)] = path;
  return path;
};

/**
 * The path of a Chromium that starts: the one that is set, and then no other, else one of the usual places.
 *
 * @throws NoChromiumError when one is set and does not start: another one would not be what was asked for
 */
export const findChromium = async (kind: ChromiumKind = 'any'): Promise<string | undefined> => {
  const configured = process.env[variables[kind]];
  if (configured !== undefined && configured !== '') {
    if (process.env[triedVariable(kind)] === configured) return configured;
    const failure = await failureOfLaunch(configured);
    if (failure === undefined) return configured;
    throw new NoChromiumError(`${variables[kind]} is ${configured}, and that does not start: ${failure}`);
  }
  for (const location of knownLocations(kind)) {
    if ((await failureOfLaunch(location)) === undefined) return location;
  }
  return undefined;
};

const installChromium = async (kind: ChromiumKind): Promise<string> => {
  for (const { source, install } of installers(kind)) {
    console.log(`No Chromium was found; trying to install one from ${source}.`);
    if (!install()) continue;
    const path = await findChromium(kind);
    if (path !== undefined) return path;
  }
  throw new NoChromiumError(`No Chromium was found, and none could be installed: ${howToGetOne}`);
};
