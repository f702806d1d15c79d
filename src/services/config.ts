import * as v from 'valibot';

const text = v.pipe(v.string('must be a text'), v.trim(), v.nonEmpty('must not be empty'));

const isWebAddress = (value: string): boolean =>
  URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);
const webAddress = v.pipe(text, v.check(isWebAddress, 'must be an http(s) address'));

const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.picklist(options, `must be one of ${options.join(', ')}`);

/** What /config.json may say. Whatever has no default is required. */
const configSchema = v.object(
  {
    /** What the credits are called, as in 'Your {product}'. */
    productName: v.optional(text, 'Credits'),
    apiBaseUrl: webAddress,
    cognito: v.object(
      {
        /** `<region>_<name>`, as Cognito gives it. */
        userPoolId: v.pipe(
          text,
          v.regex(/^[\w-]+_[0-9A-Za-z]+$/, 'must look like us-east-1_AbCdEf'),
          v.maxLength(55, 'must have at most 55 characters'),
        ),
        clientId: text,
        /** Where the pool is reached when it is not Amazon's own address for its region. */
        endpoint: v.exactOptional(webAddress),
        /** The pool's own domain, where it has hosted sign-in pages. */
        hostedUiDomain: v.exactOptional(
          v.pipe(
            text,
            v.regex(/^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i, 'must be a host like auth.example.com'),
          ),
        ),
        /** Whether the pool verifies an email by a code, or by a link in the mail. */
        verification: v.exactOptional(oneOf(['code', 'link'])),
      },
      'must be an object',
    ),
    gateway: v.object({ scriptUrl: webAddress, tokenizationKey: text }, 'must be an object'),
    /** Where this device keeps the session. */
    storage: v.optional(oneOf(['local', 'session', 'memory']), 'local'),
    /** Whether the store API takes an Idempotency-Key with a payment. */
    idempotencyKey: v.optional(v.boolean('must be true or false'), false),
    /** Whether `?inspect` opens the Stately inspector. */
    inspect: v.exactOptional(v.boolean('must be true or false')),
    /** Whether /machines shows the machines at work. */
    machinesPanel: v.exactOptional(v.boolean('must be true or false')),
  },
  'must be an object',
);

export type AppConfig = Readonly<v.InferOutput<typeof configSchema>>;

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
