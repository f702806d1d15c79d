import { readFileSync } from 'node:fs';
import { errorCode } from '../logging/failures.ts';

/** Reports a wrong or missing variable. The message is one line that names the variable but never shows its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Environment variables. Empty ones count as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Adds the secrets that `NAME_FILE` variables name, without the final newline. @throws {ConfigError} */
export const withSecretFiles = (environment: Environment, secrets: readonly string[]): Environment => {
  const values = { ...environment };
  for (const name of secrets) {
    const file = environment[`${name}_FILE`];
    if (!file) continue;
    if (environment[name]) throw new ConfigError(`${name} and ${name}_FILE are both set.`);
    values[name] = readSecret(name, file);
  }
  return values;
};

const readSecret = (name: string, file: string): string => {
  const secret = readText(name, file).replace(/\r?\n$/, '');
  if (secret === '') throw new ConfigError(`${name}_FILE is an empty file.`);
  return secret;
};

const readText = (name: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`${name}_FILE cannot be read (${errorCode(error) ?? 'unknown'}).`);
  }
};
