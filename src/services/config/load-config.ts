import * as v from 'valibot';
import { type AppConfig, configSchema } from './schema.ts';

const address = '/config.json';
/** Milliseconds. */
const loadLimit = 10_000;

/** The app's configuration is missing or wrong; the message names each field that is. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** One sentence part for each wrong or missing field, like `cognito.clientId: is missing`. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(`${address}: ${problems.join('; ')}`, options);
    this.problems = problems;
  }
}

const describe = (issue: v.BaseIssue<unknown>): string => {
  const field = v.getDotPath(issue);
  const problem = issue.input === undefined ? 'is missing' : issue.message;
  return field === null ? problem : `${field}: ${problem}`;
};

/**
 * Checks what /config.json says.
 *
 * @throws {ConfigError} naming each wrong or missing field.
 */
export const readConfig = (content: unknown): AppConfig => {
  const result = v.safeParse(configSchema, content);
  if (result.success) return result.output;
  throw new ConfigError(result.issues.map(describe));
};

const failToLoad = (problem: string, cause?: unknown): never => {
  throw new ConfigError([problem], { cause });
};

/**
 * Reads the app's configuration from beside the page. The request is the one that index.html preloads: a CORS
 * request with the credentials of the same origin.
 *
 * @throws {ConfigError} when it can't be loaded, is not JSON, or a field is wrong or missing.
 */
export const loadConfig = async (): Promise<AppConfig> => {
  const response = await fetch(address, {
    credentials: 'same-origin',
    signal: AbortSignal.timeout(loadLimit),
  }).catch((error: unknown) => failToLoad('could not be loaded', error));
  if (!response.ok) failToLoad(`could not be loaded (status ${response.status})`);
  const content: unknown = await response.json().catch((error: unknown) => failToLoad('is not JSON', error));
  return readConfig(content);
};
