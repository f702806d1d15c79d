import { parseUrl } from '#domain/parse-url.ts';
import { type AppConfig, ConfigError, defaults, isLoopback, parseJson, type StatedConfig } from './config.ts';

/** Matches a host with an optional port. Rejects characters that could end a CSP directive. */
const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

const isHost = (value: string) => hostPattern.test(value) && parseUrl(`https://${value}`) !== null;

/** Returns whether the value is an http(s) URL without credentials. */
const isWebAddress = (value: string): boolean => {
  // Browsers read a backslash as a slash and ignore line breaks.
  const url = /[\\\p{Cc}]/u.test(value) ? null : parseUrl(value);
  if (url === null) return false;
  const { protocol, host, username, password } = url;
  return (protocol === 'https:' || protocol === 'http:') && username + password === '' && isHost(host);
};

const isEncryptedOrLoopback = (value: string): boolean => {
  const { protocol, host } = new URL(value);
  return protocol === 'https:' || isLoopback(host);
};

const isSupport = (value: string) =>
  /^[\w.+'-]+@[\w-]+(?:\.[\w-]+)+$/.test(value) || (/^https:/i.test(value) && isWebAddress(value));

const isLanguageTag = (value: string): boolean => {
  try {
    return Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
};

/** A function that returns the problem with a value, or null. */
export type Check = (value: unknown) => string | null;

export interface Fields {
  readonly [name: string]: Check | Fields;
}

const text =
  (fits: (value: string) => boolean = () => true, problem = ''): Check =>
  (value) => {
    if (typeof value !== 'string') return 'must be text';
    if (value === '') return 'must not be empty';
    return fits(value) ? null : problem;
  };

const oneLine = text((value) => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(value), 'must be one line');

const webAddress: Check = (value) =>
  text(isWebAddress, 'must be an http(s) URL')(value) ??
  text(isEncryptedOrLoopback, 'must be an https URL')(value);

const isOrigin = (value: unknown) =>
  typeof value === 'string' && webAddress(value) === null && new URL(value).origin === value;

const originList: Check = (value) =>
  Array.isArray(value) && value.every(isOrigin)
    ? null
    : 'must be a list of https origins like https://shop.example.com, without a path';

const oneOf =
  (...options: readonly unknown[]): Check =>
  (value) =>
    options.includes(value) ? null : `must be one of ${options.join(', ')}`;

const boolean: Check = (value) => (typeof value === 'boolean' ? null : 'must be true or false');

const wholeDays: Check = (value) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 365
    ? null
    : 'must be a number of days from 0 to 365';

const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined ? null : check(value);

export const fields = {
  productName: optional(oneLine),
  language: optional(text(isLanguageTag, 'must be a language tag like en or en-GB')),
  apiBaseUrl: webAddress,
  cognito: {
    userPoolId: text(
      (value) => value.length <= 55 && /^[\w-]+_[0-9A-Za-z]+$/.test(value),
      'must look like us-east-1_AbCdEf',
    ),
    clientId: text(),
    endpoint: optional(webAddress),
    hostedUiDomain: optional(text(isHost, 'must be a host like auth.example.com')),
    verification: optional(oneOf('code', 'link')),
  } satisfies Record<keyof AppConfig['cognito'], Check>,
  gateway: { scriptUrl: webAddress, tokenizationKey: text() } satisfies Record<
    keyof AppConfig['gateway'],
    Check
  >,
  storage: optional(oneOf('local', 'session', 'memory')),
  idempotencyKey: optional(boolean),
  reportUrl: optional(webAddress),
  cspReportUrl: optional(webAddress),
  support: optional(text(isSupport, 'must be an email address or an https URL')),
  seller: optional(oneLine),
  creditsMeaning: optional(oneLine),
  returnOrigins: optional(originList),
  selfRefundDays: optional(wholeDays),
  passkeys: optional(boolean),
  usTerritories: optional(boolean),
  inspect: optional(boolean),
  machinesPanel: optional(boolean),
} satisfies Record<keyof AppConfig, Check | Fields>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Returns a message for each wrong or missing field. */
export const problemsIn = (
  value: unknown,
  check: Check | Fields,
  path: readonly string[] = [],
): readonly string[] => {
  if (typeof check !== 'function' && isRecord(value))
    return Object.entries(check).flatMap(([name, inner]) => problemsIn(value[name], inner, [...path, name]));
  const problem = typeof check === 'function' ? check(value) : 'must be an object';
  if (problem === null) return [];
  return [`${path.join('.')}${path.length > 0 ? ': ' : ''}${value === undefined ? 'is missing' : problem}`];
};

const assertConfig: (content: unknown) => asserts content is StatedConfig = (content) => {
  const problems = problemsIn(content, fields);
  if (problems.length > 0) throw new ConfigError(problems.join('; '));
};

/** Checks config.json and adds defaults. @throws {ConfigError} that lists all wrong or missing fields */
export const readConfig = (content: unknown): AppConfig => {
  assertConfig(content);
  return { ...defaults, ...content };
};

/** Parses and checks config.json. @throws {ConfigError} if it isn't JSON or has wrong fields */
export const parseConfig = (json: string): AppConfig => readConfig(parseJson(json));
