import { type AppConfig, ConfigError, parseConfig } from './config.ts';
import { takeEarlyConfig } from './early-replies.ts';
import { expiryAfter } from './expiry.ts';

/** Milliseconds. */
const loadLimit = 10_000;

/** The config.json that the page was stamped with. Null in a page without the stamp. */
export const stampedConfig = (): string | null => document.getElementById('config')?.textContent ?? null;

/** Fetches config.json. The page preloads this very request: a CORS request with the credentials of the same origin. */
export const requestConfig = (): Promise<Response> =>
  fetch('/config.json', { credentials: 'same-origin', signal: expiryAfter(loadLimit) });

const fetchConfig = async (): Promise<string> => {
  const response = await (takeEarlyConfig() ?? requestConfig()).catch(fail);
  if (!response.ok) throw new ConfigError(`could not be loaded (status ${response.status})`);
  return response.text().catch(fail);
};

const fail = (cause: unknown): never => {
  throw new ConfigError('could not be loaded', { cause });
};

/**
 * Reads the app's configuration from the page if it was stamped, else from config.json beside it.
 *
 * @throws {ConfigError} when it can't be loaded, isn't JSON, or a field is wrong or missing
 */
export const loadConfig = async (): Promise<AppConfig> =>
  parseConfig(stampedConfig() ?? (await fetchConfig()));
