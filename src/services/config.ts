import { fitConfig } from './config-fit.ts';
import type { AppConfig } from './config-problems.ts';
import { configAddress, requestConfig, stampedConfig } from './config-request.ts';
import { takeEarlyConfig } from './early-replies.ts';

export type { AppConfig };

/** The app's configuration is missing or wrong; the message names each field that is. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** One sentence part for each wrong or missing field, like `cognito.clientId: is missing`. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(`${configAddress}: ${problems.join('; ')}`, options);
    this.problems = problems;
  }
}

const fail = (problem: string, cause?: unknown): never => {
  throw new ConfigError([problem], { cause });
};

/**
 * Checks what a config.json says.
 *
 * @throws {ConfigError} naming each wrong or missing field, as far as the code that knows them can be loaded.
 */
export const readConfig = async (content: unknown): Promise<AppConfig> => {
  const config = fitConfig(content);
  if (config !== null) return config;
  const { problemsOf } = await import('./config-problems.ts').catch((error: unknown) =>
    fail('a field is wrong or missing', error),
  );
  throw new ConfigError(problemsOf(content));
};

/** @throws {ConfigError} when it can't be loaded or is not JSON. */
const loadContent = async (): Promise<unknown> => {
  try {
    const stamped = stampedConfig();
    if (stamped !== null) return JSON.parse(stamped);
    const response = await (takeEarlyConfig() ?? requestConfig());
    if (!response.ok) fail(`could not be loaded (status ${response.status})`);
    return await response.json();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (error instanceof SyntaxError) return fail('is not JSON', error);
    return fail('could not be loaded', error);
  }
};

/**
 * The app's configuration: what the page was stamped with, else the one beside the page.
 *
 * @throws {ConfigError} when it can't be loaded, is not JSON, or a field is wrong or missing.
 */
export const loadConfig = async (): Promise<AppConfig> => readConfig(await loadContent());
