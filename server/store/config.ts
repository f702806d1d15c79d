import * as v from 'valibot';
import { logLevels } from './logging.ts';
import { defaultProductsFile } from './products.ts';

const webAddress = v.pipe(
  v.string(),
  v.url('is not a URL'),
  v.startsWith('http', 'is not an http or https URL'),
);
const origin = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'holds something that is not an origin',
  ),
);
const listOf = <Item extends v.GenericSchema<string, string>>(item: Item) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',').filter((part) => part.trim() !== '')),
    v.array(item),
  );
const numberWithin = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,12}$/, 'is not a whole number'),
    v.transform(Number),
    v.minValue(min, `is below ${min}`),
    v.maxValue(max, `is above ${max}`),
  );
const filled = v.pipe(v.string(), v.minLength(1, 'is empty'));

const configSchema = v.pipe(
  v.object({
    PORT: numberWithin(0, 65_535),
    HOST: v.optional(filled, '127.0.0.1'),
    DATABASE_URL: v.optional(v.pipe(filled, v.regex(/^postgres(ql)?:\/\//, 'is not a postgresql:// URL'))),
    DATA_DIR: v.optional(filled),
    COGNITO_ISSUER: v.pipe(webAddress, v.regex(/[^/]$/, 'ends with a slash')),
    COGNITO_CLIENT_ID: filled,
    COGNITO_ENDPOINT: v.optional(webAddress),
    GATEWAY_URL: webAddress,
    GATEWAY_SECURITY_KEY: filled,
    GATEWAY_WEBHOOK_KEY: v.optional(filled),
    ALLOWED_ORIGINS: listOf(origin),
    ALLOWED_HOSTS: v.optional(listOf(v.pipe(v.string(), v.trim(), v.toLowerCase()))),
    PRODUCTS_FILE: v.optional(filled),
    LOG_LEVEL: v.optional(v.picklist(logLevels, `is not one of ${logLevels.join(', ')}`), 'info'),
    GATEWAY_DUPLICATE_SECONDS: v.optional(numberWithin(0, 7_862_400)),
    GATEWAY_TIMEOUT_MS: v.optional(numberWithin(100, 120_000), '25000'),
    OUTCOME_CASE_MS: v.optional(numberWithin(1_000, 31_536_000_000), '259200000'),
    RETURNS_TAKE_CREDITS: v.optional(v.picklist(['true', 'false'], 'is neither true nor false'), 'false'),
    TRUSTED_PROXIES: v.optional(numberWithin(0, 100), '0'),
    RECOVERY_INTERVAL_MS: v.optional(numberWithin(100, 600_000), '2000'),
    ATTEMPTS_PER_MINUTE: v.optional(numberWithin(1, 1_000_000), '20'),
    DECLINES_PER_CUSTOMER_PER_DAY: v.optional(numberWithin(0, 1_000_000), '10'),
    DECLINES_PER_ADDRESS_PER_DAY: v.optional(numberWithin(0, 1_000_000), '30'),
    DECLINE_BRAKE_COUNT: v.optional(numberWithin(0, 1_000_000), '100'),
    DECLINE_BRAKE_WINDOW_MS: v.optional(numberWithin(1_000, 86_400_000), '300000'),
    DECLINE_BRAKE_MS: v.optional(numberWithin(1_000, 86_400_000), '900000'),
  }),
  v.check(
    ({ DATABASE_URL, DATA_DIR }) => DATABASE_URL !== undefined || DATA_DIR !== undefined,
    'Set DATABASE_URL (a PostgreSQL server) or DATA_DIR (a directory for the embedded database).',
  ),
  v.transform((given) => ({
    port: given.PORT,
    host: given.HOST,
    database:
      given.DATABASE_URL === undefined
        ? { dataDirectory: given.DATA_DIR ?? '' }
        : { url: given.DATABASE_URL },
    userPool: {
      /** The `iss` of its tokens. */
      issuer: given.COGNITO_ISSUER,
      clientId: given.COGNITO_CLIENT_ID,
      /** The pool's API, by default at the issuer's origin, as with Amazon's own. */
      endpoint: new URL(given.COGNITO_ENDPOINT ?? new URL('/', given.COGNITO_ISSUER)),
    },
    gateway: {
      /** Its origin, for example `https://secure.example.com`. */
      url: given.GATEWAY_URL,
      securityKey: given.GATEWAY_SECURITY_KEY,
      /** Signs the gateway's webhooks; undefined: none are taken. */
      webhookKey: given.GATEWAY_WEBHOOK_KEY,
      /**
       * How long the gateway refuses a sale of the same card and amount. 0: never, which not every processor allows;
       * undefined: as its own settings say.
       */
      duplicateSeconds: given.GATEWAY_DUPLICATE_SECONDS,
      /** How long to wait for the reply to a sale. Sales that take longer are unknown. */
      saleTimeoutMs: given.GATEWAY_TIMEOUT_MS,
    },
    allowedOrigins: given.ALLOWED_ORIGINS,
    /** Host names that requests may be addressed to; undefined: any. */
    allowedHosts: given.ALLOWED_HOSTS,
    productsFile: given.PRODUCTS_FILE ?? defaultProductsFile,
    logLevel: given.LOG_LEVEL,
    /** How long the outcome of a sale may be unknown before it is a case for a person. It is never taken for a failure. */
    outcomeCaseMs: given.OUTCOME_CASE_MS,
    /** Whether credits are taken back when a bank takes a charge back. It is a case for a person in any event. */
    returnsTakeCredits: given.RETURNS_TAKE_CREDITS === 'true',
    /** How many proxies in front of the store add to `X-Forwarded-For`. */
    trustedProxies: given.TRUSTED_PROXIES,
    recoveryIntervalMs: given.RECOVERY_INTERVAL_MS,
    attemptsPerMinute: given.ATTEMPTS_PER_MINUTE,
    /** What declined cards lead to; 0: nothing. Approved purchases never count. */
    declines: {
      perCustomer: given.DECLINES_PER_CUSTOMER_PER_DAY,
      perNetwork: given.DECLINES_PER_ADDRESS_PER_DAY,
      /** So many of everybody within the window stop all purchases for a while. */
      brakeCount: given.DECLINE_BRAKE_COUNT,
      brakeWindowMs: given.DECLINE_BRAKE_WINDOW_MS,
      brakeMs: given.DECLINE_BRAKE_MS,
    },
  })),
);

/** The whole configuration of the store API. Times are in milliseconds. */
export type StoreConfig = v.InferOutput<typeof configSchema>;

/** A wrong or missing value. The message is one line that names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the configuration from environment variables. An empty variable counts as absent.
 *
 * @throws ConfigError
 */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): StoreConfig => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const read = v.safeParse(configSchema, given);
  if (!read.success) {
    const [issue] = read.issues;
    const name = v.getDotPath(issue)?.split('.')[0];
    if (name === undefined) throw new ConfigError(issue.message);
    throw new ConfigError(`${name} ${issue.received === 'undefined' ? 'is missing' : issue.message}.`);
  }
  return read.output;
};
