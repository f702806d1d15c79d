import { readFileSync } from 'node:fs';
import { errorCode } from '../logging/failures.ts';

/** Reports a wrong or missing variable. The message is one line that names the variable but never shows its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Environment variables. Empty ones count as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that contain secrets. `NAME_FILE` can name a file that contains the value instead. */
export const secretNames = [
  'DATABASE_URL',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'GATEWAY_SECURITY_KEY',
  'GATEWAY_SECURITY_KEY_PREVIOUS',
  'GATEWAY_WEBHOOK_KEY',
  'GATEWAY_WEBHOOK_KEY_PREVIOUS',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

/** Adds the secrets stored in files, without the final newline. @throws {ConfigError} */
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
