import { readFileSync } from 'node:fs';
import { errorCode } from '../failures.ts';

/** A wrong or missing value of a variable. The message is one line that names the variable and repeats no value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Environment variables. An empty one counts as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that hold secrets. Each may instead be `NAME_FILE`, the path of a file with the value. */
export const secretNames = [
  'DATABASE_URL',
  'GATEWAY_SECURITY_KEY',
  'GATEWAY_SECURITY_KEY_PREVIOUS',
  'GATEWAY_WEBHOOK_KEY',
  'GATEWAY_WEBHOOK_KEY_PREVIOUS',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

/**
 * The environment with those of the secrets that are in files, without the newline at a file's end.
 *
 * @param names the variables that are looked at
 * @throws ConfigError
 */
export const withSecretFiles = (environment: Environment, names: readonly string[]): Environment => {
  const values = { ...environment };
  for (const name of secretNames) {
    const file = environment[`${name}_FILE`];
    if (!file || !names.includes(name)) continue;
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
