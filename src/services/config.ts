import { fitConfig } from './config-fit.ts';
import type { AppConfig } from './config-problems.ts';
import { configAddress, requestConfig } from './config-request.ts';
import { takeEarlyConfig } from './early-replies.ts';
import { forgetConfig, type KeptConfig, keepConfig, readKeptConfig } from './kept-config.ts';

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

/** Nobody answered, which says nothing of the configuration. */
class UnreachableError extends ConfigError {}

const fail = (problem: string, cause?: unknown): never => {
  throw new ConfigError([problem], { cause });
};

/**
 * Checks what /config.json says.
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
const fetchContent = async (): Promise<unknown> => {
  try {
    const response = await (takeEarlyConfig() ?? requestConfig());
    if (!response.ok) fail(`could not be loaded (status ${response.status})`);
    return await response.json();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (error instanceof SyntaxError) return fail('is not JSON', error);
    throw new UnreachableError(['could not be loaded'], { cause: error });
  }
};

/** Keeps a good configuration for the next visit, unless this device is to keep nothing. */
const keep = (content: unknown, { storage }: AppConfig): void =>
  storage === 'memory' ? forgetConfig() : keepConfig({ content, wrongSince: null });

/** What a running page can't change: whom it asks, where it keeps the session, and how it pays. */
const essenceOf = ({ apiBaseUrl, cognito, gateway, storage, idempotencyKey }: AppConfig): string =>
  JSON.stringify([apiBaseUrl, cognito, gateway, storage, idempotencyKey]);

/** Whether the page that runs with what was kept is wrong by now. A wrong configuration is reported, and changes nothing. */
const checkKept = async (kept: KeptConfig, used: AppConfig): Promise<boolean> => {
  try {
    const content = await fetchContent();
    const config = await readConfig(content);
    keep(content, config);
    return essenceOf(config) !== essenceOf(used);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // Without an answer nothing is known of it: without a network it is asked for again once there is one.
    if (error instanceof UnreachableError) return !navigator.onLine && checkOnceOnline(kept, used);
    keepConfig({ content: kept.content, wrongSince: kept.wrongSince ?? Date.now() });
    console.error(`${error.message}. The page runs with the configuration of an earlier visit.`);
    return false;
  }
};

const checkOnceOnline = async (kept: KeptConfig, used: AppConfig): Promise<boolean> => {
  await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
  return checkKept(kept, used);
};

/** The app's configuration, as the page runs with it. */
export interface LoadedConfig {
  readonly config: AppConfig;
  /** Whether another one is in force by now with which this page would be wrong. It is kept for the next load. */
  readonly isOutdated: Promise<boolean>;
}

/**
 * The app's configuration: that of the last visit, which is checked meanwhile, else the one beside the page.
 *
 * @throws {ConfigError} when it can't be loaded, is not JSON, or a field is wrong or missing.
 */
export const loadConfig = async (): Promise<LoadedConfig> => {
  const kept = readKeptConfig();
  const known = kept === null ? null : fitConfig(kept.content);
  if (kept !== null && known !== null) return { config: known, isOutdated: checkKept(kept, known) };
  const content = await fetchContent();
  const config = await readConfig(content);
  keep(content, config);
  return { config, isOutdated: Promise.resolve(false) };
};
