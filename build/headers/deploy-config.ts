import { type AppConfig, ConfigError } from '#services/config.ts';
import { type Check, type Fields, fields, problemsIn, readConfig } from '#services/config-checks.ts';

/** The contents of config.json, including the fields that only the headers use. */
export interface DeployConfig extends AppConfig {
  readonly gateway: AppConfig['gateway'] & {
    /** Hashes of the inline styles that the gateway's script adds to pages. */
    readonly inlineStyles?: readonly string[];
  };
}

const isStyleHash = (value: unknown): boolean =>
  typeof value === 'string' && /^sha(256|384|512)-[\w+/-]+={0,2}$/.test(value);

const styleHashes: Check = (value) =>
  value === undefined || (Array.isArray(value) && value.every(isStyleHash))
    ? null
    : 'must be a list of hashes like sha256-… in base64';

const deployFields = {
  ...fields,
  gateway: { ...fields.gateway, inlineStyles: styleHashes },
} satisfies Fields;

/**
 * Returns a configuration's problems. Unlike the app, rejects lists and unknown fields: the stamp publishes the whole
 * configuration, so a secret in an unknown field would become public.
 */
const deployProblemsIn = (
  value: unknown,
  check: Check | Fields,
  path: readonly string[] = [],
): readonly string[] => {
  if (typeof check === 'function' || typeof value !== 'object' || value === null)
    return problemsIn(value, check, path);
  if (Array.isArray(value)) return problemsIn(null, check, path);
  const given = new Map<string, unknown>(Object.entries(value));
  return [...new Set([...Object.keys(check), ...given.keys()])].flatMap((name) => {
    const place = [...path, name];
    const inner = Object.hasOwn(check, name) ? check[name] : undefined;
    return inner === undefined
      ? [`${place.join('.')}: is not a known field`]
      : deployProblemsIn(given.get(name), inner, place);
  });
};

const assertDeployConfig: (content: unknown) => asserts content is Pick<DeployConfig, 'gateway'> = (
  content,
) => {
  const problems = deployProblemsIn(content, deployFields);
  if (problems.length > 0) throw new ConfigError(problems.join('; '));
};

/** Reads config.json. @throws {ConfigError} if a field is wrong, missing or unknown; the message names each one */
export const readDeployConfig = (content: unknown): DeployConfig => {
  assertDeployConfig(content);
  return { ...readConfig(content), gateway: content.gateway };
};
