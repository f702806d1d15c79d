import * as v from 'valibot';
import type { DatabaseLocation } from '../database/open.ts';
import { isLoopback } from '../http/networks.ts';
import { defaultProductsFile } from '../products/products.ts';
import { ConfigError, type Environment, withSecretFiles } from './secret-files.ts';
import { tracingOf } from './tracing.ts';
import { databaseVariables, ruleOf, secretNames, type Variables, variables } from './variables.ts';

type DatabaseValues = v.InferOutput<v.ObjectSchema<typeof databaseVariables, undefined>>;

type Values = v.InferOutput<v.ObjectSchema<typeof variables, undefined>>;

const noDatabase =
  'Set DATABASE_URL (a PostgreSQL server) or DATA_DIR (a directory for the embedded database).';

const isDatabaseGiven = ({ DATABASE_URL, DATA_DIR }: DatabaseValues): boolean =>
  DATABASE_URL !== undefined || DATA_DIR !== undefined;

const locationOf = (given: DatabaseValues): DatabaseLocation =>
  given.DATABASE_URL === undefined
    ? { dataDirectory: given.DATA_DIR ?? '' }
    : {
        url: given.DATABASE_URL,
        limits: {
          poolSize: given.DATABASE_POOL_SIZE,
          statementTimeoutMs: given.STATEMENT_TIMEOUT_MS,
          idleInTransactionTimeoutMs: given.IDLE_IN_TRANSACTION_TIMEOUT_MS,
        },
      };

const databaseSchema = v.pipe(
  v.object(databaseVariables),
  v.check((given) => isDatabaseGiven(given), noDatabase),
  v.transform(locationOf),
);

/** NMI's longest account-wide duplicate window, in seconds ("Duplicate Checking"). Assumed if none is configured. */
const longestDuplicateSeconds = 1_200;

/** Makes the top-up interval longer than the gateway's duplicate window. A local gateway has no window. */
const topUpOf = (given: Values) => {
  const duplicateMs = (given.GATEWAY_DUPLICATE_SECONDS ?? longestDuplicateSeconds) * 1_000;
  const intervalMs = given.TOP_UP_INTERVAL_S * 1_000;
  const isLocal = isLoopback(new URL(given.GATEWAY_URL).hostname);
  return {
    /** Minimum time between a customer's automatic charges, in ms. */
    intervalMs: isLocal ? intervalMs : Math.max(intervalMs, duplicateMs + 60_000),
    /** How long the gateway may refuse a repeated card and amount, in ms. */
    duplicateMs: isLocal ? Math.min(intervalMs, duplicateMs) : duplicateMs,
    /** Maximum automatic charges per customer in 24 hours. */
    perDay: given.TOP_UPS_PER_DAY,
  };
};

/** Variables that the store needs to ask the user pool whether a customer can still sign in. */
const topUpNeeds = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const;

const missingForTopUp = (given: Values) =>
  given.TOP_UP ? topUpNeeds.filter((name) => given[name] === undefined) : [];

const credentialsOf = ({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN }: Values) =>
  AWS_ACCESS_KEY_ID === undefined || AWS_SECRET_ACCESS_KEY === undefined
    ? undefined
    : {
        accessKeyId: AWS_ACCESS_KEY_ID,
        secretAccessKey: AWS_SECRET_ACCESS_KEY,
        sessionToken: AWS_SESSION_TOKEN,
      };

const mailOf = (given: Values) => {
  const { MAIL_URL: server, MAIL_FROM: from, API_URL: apiUrl, APP_URL: appUrl } = given;
  const { SELLER_NAME: name, SELLER_ADDRESS: address, SUPPORT: support } = given;
  return server && from && apiUrl && appUrl && name && address && support
    ? { server, from, apiUrl, appUrl, seller: { name, address, support } }
    : undefined;
};

const declinesOf = (given: Values) => ({
  perCustomer: given.DECLINES_PER_CUSTOMER_PER_DAY,
  perNetwork: given.DECLINES_PER_ADDRESS_PER_DAY,
  /** Number of declines within the window, across all customers, that pauses purchases. */
  breakerCount: given.DECLINE_BRAKE_COUNT,
  breakerWindowMs: given.DECLINE_BRAKE_WINDOW_MS,
  breakerPauseMs: given.DECLINE_BRAKE_MS,
});

const configSchema = v.pipe(
  v.object(variables),
  v.check((given) => isDatabaseGiven(given), noDatabase),
  v.check(
    (given) => given.MAIL_URL === undefined || mailOf(given) !== undefined,
    'MAIL_URL also needs MAIL_FROM, SELLER_NAME, SELLER_ADDRESS, SUPPORT, API_URL and APP_URL.',
  ),
  v.transform((given) => ({ ...given, topUpMissing: missingForTopUp(given) })),
  v.transform((given) => ({
    port: given.PORT,
    host: given.HOST,
    metrics:
      given.METRICS_PORT === undefined ? undefined : { port: given.METRICS_PORT, host: given.METRICS_HOST },
    tracing: tracingOf(given),
    connections: {
      keepAliveMs: given.KEEP_ALIVE_MS,
      max: given.MAX_CONNECTIONS,
      drainMs: given.DRAIN_MS,
    },
    database: locationOf(given),
    /** Whether to migrate at startup. Otherwise, run the `migrate` command, which can use another database role. */
    autoMigrate: given.AUTO_MIGRATE,
    userPool: {
      issuer: given.COGNITO_ISSUER,
      clientId: given.COGNITO_CLIENT_ID,
      /** The user pool's API. Default: the issuer's origin, as on AWS. */
      endpoint: new URL(given.COGNITO_ENDPOINT ?? new URL('/', given.COGNITO_ISSUER)),
      /** AWS credentials for ListUsers. */
      credentials: credentialsOf(given),
    },
    gateway: {
      url: given.GATEWAY_URL,
      securityKey: given.GATEWAY_SECURITY_KEY,
      /** Used to read records if the gateway refuses `securityKey`. Never used for sales. */
      previousSecurityKey: given.GATEWAY_SECURITY_KEY_PREVIOUS,
      /** Keys that may sign the gateway's webhooks. If empty, the store accepts no webhooks. */
      webhookKeys: [given.GATEWAY_WEBHOOK_KEY, given.GATEWAY_WEBHOOK_KEY_PREVIOUS].filter(
        (key) => key !== undefined,
      ),
      duplicateSeconds: given.GATEWAY_DUPLICATE_SECONDS,
      saleTimeoutMs: given.GATEWAY_TIMEOUT_MS,
      customerReceipts: given.GATEWAY_CUSTOMER_RECEIPTS,
    },
    /** The app's address, without a slash at its end. */
    appUrl: given.APP_URL,
    /** Settings of emails to customers. Undefined: the store sends none. */
    mail: mailOf(given),
    allowedOrigins: given.ALLOWED_ORIGINS,
    allowedHosts: given.ALLOWED_HOSTS,
    productsFile: given.PRODUCTS_FILE ?? defaultProductsFile,
    logLevel: given.LOG_LEVEL,
    /** How long an outcome may stay unknown before the store opens a case, in ms. It never counts as a failure. */
    outcomeCaseMs: given.OUTCOME_CASE_MS,
    /** Whether a chargeback or return removes credits. It always opens a case. */
    returnsTakeCredits: given.RETURNS_TAKE_CREDITS,
    /** How many days after a purchase customers can refund it themselves. 0: never. */
    selfRefundDays: given.SELF_REFUND_DAYS,
    trustedProxies: given.TRUSTED_PROXIES,
    /** Networks that many customers share, such as a carrier's. They're exempt from limits per IP address. */
    sharedNetworks: given.SHARED_NETWORKS ?? [],
    /** Maximum failed requests per IP address, counted separately for `/v1/` and the webhook. 0: no limit. */
    failuresPerMinute: given.FAILURES_PER_ADDRESS_PER_MINUTE,
    /** Directory of the lock files that decide whether a sale is sent (`openSendLocks`). Undefined: no lock files. */
    sendLocksDirectory: given.SEND_LOCKS_DIRECTORY,
    recoveryIntervalMs: given.RECOVERY_INTERVAL_MS,
    attemptsPerMinute: given.ATTEMPTS_PER_MINUTE,
    attemptsInFlight: given.ATTEMPTS_IN_FLIGHT,
    /** Settings of automatic top-up. Undefined: switched off, or a variable is missing. */
    topUp: given.TOP_UP && given.topUpMissing.length === 0 ? topUpOf(given) : undefined,
    /** Missing variables that top-up needs. Empty if it is switched off. While any is missing, top-ups pause. */
    topUpMissing: given.topUpMissing,
    /** Limits of `/v1/`, per API key and process. Undefined: switched off. */
    merchantApi: given.MERCHANT_API
      ? { callsPerSecond: given.MERCHANT_CALLS_PER_SECOND, callsInFlight: given.MERCHANT_CALLS_IN_FLIGHT }
      : undefined,
    /** Maximum database connections for `/v1/`. The rest are reserved for customers. */
    merchantConnections: given.DATABASE_URL === undefined ? 1 : Math.ceil((given.DATABASE_POOL_SIZE * 2) / 3),
    webhooks: { timeoutMs: given.WEBHOOK_TIMEOUT_MS, allowsPrivate: given.WEBHOOK_PRIVATE_ADDRESSES },
    /** `balance.low` is sent when a customer's available credits fall below this. 0: never. */
    lowBalanceCredits: given.LOW_BALANCE_CREDITS,
    /** Limits for declined cards. 0: no limit. Approved purchases never count. */
    declines: declinesOf(given),
  })),
);

/**
 * Configuration of the store: docs/variables.md explains the variables. All times are in milliseconds unless the name
 * ends in another unit.
 */
export type StoreConfig = v.InferOutput<typeof configSchema>;

export type MailConfig = NonNullable<StoreConfig['mail']>;

export type TracingConfig = NonNullable<StoreConfig['tracing']>;

/** Reads the environment variables. Treats empty ones as absent. @throws {ConfigError} */
export const readConfig = (environment: Environment): StoreConfig =>
  read(configSchema, environment, variables);

/** Reads only the variables that locate the database. @throws {ConfigError} */
export const readDatabaseLocation = (environment: Environment): DatabaseLocation =>
  read(databaseSchema, environment, databaseVariables);

const read = <Schema extends v.GenericSchema>(
  schema: Schema,
  environment: Environment,
  entries: Variables,
): v.InferOutput<Schema> => {
  const values = withSecretFiles(environment, secretNames(entries));
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const result = v.safeParse(schema, given);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const [name = ''] = v.getDotPath(issue)?.split('.') ?? [];
  const entry = entries[name];
  if (entry === undefined) throw new ConfigError(issue.message);
  const rule = `must be ${ruleOf(entry)}.`;
  throw new ConfigError(given[name] === undefined ? `${name} is missing: it ${rule}` : `${name} ${rule}`);
};
