import { defaultFacts, type SiteFacts } from '../prerender/renderer.ts';

/** What a deploy's configuration says of its pages. */
export interface DeployFacts extends SiteFacts {
  /** A BCP 47 tag. */
  readonly language: string;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;

const readText = (config: unknown, name: string, fallback: string): string => {
  const value = memberOf(config, name) ?? fallback;
  if (typeof value !== 'string' || value.trim() === '') throw new Error(`${name}: must be a text`);
  return value.trim();
};

/**
 * Reads what the pages show of a deploy's configuration. The rest of it is the app's to check.
 *
 * @param content of config.json
 * @throws Error that names what is wrong
 */
export const readDeployFacts = (content: string): DeployFacts => {
  let config: unknown;
  try {
    config = JSON.parse(content);
  } catch {
    throw new Error('is not JSON');
  }
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    throw new Error('must be an object');
  const language = readText(config, 'language', 'en');
  try {
    Intl.getCanonicalLocales(language);
  } catch {
    throw new Error(`language: "${language}" is no language tag like en or en-GB`);
  }
  return {
    productName: readText(config, 'productName', defaultFacts.productName),
    hostedSignIn: memberOf(memberOf(config, 'cognito'), 'hostedUiDomain') !== undefined,
    language,
  };
};
