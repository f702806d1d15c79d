import { parseUrl } from '#domain/parse-url.ts';

/** config.json with its defaults. */
export interface AppConfig {
  /** As in 'Your {product}'. */
  readonly productName: string;
  /** The page's language, for browsers and screen readers. */
  readonly language?: string;
  readonly apiBaseUrl: string;
  readonly cognito: {
    /** `<region>_<name>` */
    readonly userPoolId: string;
    readonly clientId: string;
    /** Only for a pool that isn't at Amazon's address for its region. */
    readonly endpoint?: string;
    /** The domain of the pool's hosted sign-in pages, if any. */
    readonly hostedUiDomain?: string;
    /** Whether the pool verifies emails with a code or a link. */
    readonly verification?: 'code' | 'link';
  };
  readonly gateway: { readonly scriptUrl: string; readonly tokenizationKey: string };
  /** Where this device stores the session. */
  readonly storage: 'local' | 'session' | 'memory';
  /** Whether the store API accepts an Idempotency-Key with a payment. */
  readonly idempotencyKey: boolean;
  /** Receives the page's reports: errors, web vitals and CSP violations. Without it, the page sends none. */
  readonly reportUrl?: string;
  /** Receives the browsers' own CSP reports. Only the headers use it. */
  readonly cspReportUrl?: string;
  /** An email or https address for help. Without it, pages name none. */
  readonly support?: string;
  /** The seller's name on receipts. Default: `shellTexts.brand`. */
  readonly seller?: string;
  /** Whether the pool lets customers sign in with passkeys. */
  readonly passkeys?: boolean;
  /** Whether billing addresses may be in US territories or military. */
  readonly usTerritories?: boolean;
  /** Whether `?inspect` opens the Stately inspector. */
  readonly inspect?: boolean;
  /** Whether /machines shows the machines at work. */
  readonly machinesPanel?: boolean;
}

const defaults = { productName: 'Credits', storage: 'local', idempotencyKey: false } as const;

type StatedConfig = Omit<AppConfig, keyof typeof defaults> & Partial<Pick<AppConfig, keyof typeof defaults>>;

/** The configuration can't be loaded or is wrong. The message names each wrong or missing field. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** A host, optionally with a port. Allows nothing that could end a CSP directive. */
const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

const isHost = (value: string) => hostPattern.test(value) && parseUrl(`https://${value}`) !== null;

/** `host` may have a port. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host);

/** An http(s) address without credentials. */
const isWebAddress = (value: string): boolean => {
  // Browsers read a backslash as a slash and drop line breaks.
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

/** Returns the problem, or null. */
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

const oneOf =
  (...options: readonly unknown[]): Check =>
  (value) =>
    options.includes(value) ? null : `must be one of ${options.join(', ')}`;

const boolean: Check = (value) => (typeof value === 'boolean' ? null : 'must be true or false');

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
  passkeys: optional(boolean),
  usTerritories: optional(boolean),
  inspect: optional(boolean),
  machinesPanel: optional(boolean),
} satisfies Record<keyof AppConfig, Check | Fields>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Returns one phrase for each wrong or missing field. */
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

/**
 * Checks config.json. Keeps unknown fields. @throws {ConfigError} whose message names each wrong or missing
 * field
 */
export const readConfig = (content: unknown): AppConfig => {
  assertConfig(content);
  return { ...defaults, ...content };
};

/** @throws {ConfigError} if `json` isn't JSON */
export const parseJson = (json: string): unknown => {
  try {
    return JSON.parse(json, (_name, value) => (typeof value === 'string' ? value.trim() : value));
  } catch (cause) {
    throw new ConfigError('is not JSON', { cause });
  }
};

/**
 * @throws {ConfigError} if `json` isn't JSON, or if fields are wrong or missing; the message names each one
 */
export const parseConfig = (json: string): AppConfig => readConfig(parseJson(json));
