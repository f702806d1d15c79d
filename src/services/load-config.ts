import { type AppConfig, ConfigError, defaults, parseJson, type StatedConfig } from './config.ts';

/** How long to wait for config.json, in ms. */
const loadLimit = 10_000;

/** Returns the config.json embedded in a stamped page, or null. */
export const stampedConfig = (): string | null => document.getElementById('config')?.textContent ?? null;

/** Fetches config.json with the mode and credentials of the page's preload, so that browsers reuse it. */
export const requestConfig = (): Promise<Response> =>
  fetch('/config.json', { credentials: 'same-origin', signal: AbortSignal.timeout(loadLimit) });

const fail = (cause: unknown): never => {
  throw new ConfigError('could not be loaded', { cause });
};

const fetchConfig = async (): Promise<string> => {
  const response = await (globalThis.earlyRequests?.takeConfig() ?? requestConfig()).catch(fail);
  if (!response.ok) throw new ConfigError(`could not be loaded (status ${response.status})`);
  return response.text().catch(fail);
};

/** Loads config.json. Checks it unless it's stamped. @throws {ConfigError} if it fails to load or is wrong */
export const loadConfig = async (): Promise<AppConfig> => {
  const stamped = stampedConfig();
  if (stamped !== null) return { ...defaults, ...parseJson<StatedConfig>(stamped) };
  const checks = import('./config-checks.ts').catch(fail);
  const json = await fetchConfig();
  return (await checks).parseConfig(json);
};
