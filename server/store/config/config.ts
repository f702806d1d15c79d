import * as v from 'valibot';
import type { DatabaseLocation } from '../database/open.ts';
import { isLoopback } from '../http/networks.ts';
import { defaultProductsFile } from '../products/products.ts';
import { ConfigError, type Environment, withSecretFiles } from './secret-files.ts';
import { tracingOf } from './tracing.ts';
import { databaseVariables, variables } from './variables.ts';

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

/** In seconds. Unless the merchant sets it, the longest that the gateway allows its merchants (NMI, "Duplicate Checking"). */
const longestDuplicateSeconds = 1_200;

/** A shorter interval than the gateway's duplicate window would only lead to refusals. A local gateway has none. */
const topUpOf = (given: Values) => {
  const duplicateMs = (given.GATEWAY_DUPLICATE_SECONDS ?? longestDuplicateSeconds) * 1_000;
  const intervalMs = given.TOP_UP_INTERVAL_S * 1_000;
  const isLocal = isLoopback(new URL(given.GATEWAY_URL).hostname);
  return {
    /** The shortest time between two automatic charges of a customer. */
    intervalMs: isLocal ? intervalMs : Math.max(intervalMs, duplicateMs + 60_000),
    /** How long the gateway may refuse the same card and amount. */
    duplicateMs: isLocal ? Math.min(intervalMs, duplicateMs) : duplicateMs,
    /** Automatic charges of a customer within 24 hours. */
    perDay: given.TOP_UPS_PER_DAY,
  };
};

/** Without these, the store can't ask the pool whether a customer can sign in. */
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

const configSchema = v.pipe(
  v.object(variables),
  v.check((given) => isDatabaseGiven(given), noDatabase),
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
      /** How long a closing store still accepts requests while it reports that it is not ready. */
      drainMs: given.DRAIN_MS,
    },
    database: locationOf(given),
    /** Whether to migrate at the start. Otherwise the `migrate` command does, perhaps with another role. */
    autoMigrate: given.AUTO_MIGRATE,
    userPool: {
      issuer: given.COGNITO_ISSUER,
      clientId: given.COGNITO_CLIENT_ID,
      /** The pool's API. Default: the issuer's origin, as at Amazon. */
      endpoint: new URL(given.COGNITO_ENDPOINT ?? new URL('/', given.COGNITO_ISSUER)),
      /** Amazon's, for ListUsers. */
      credentials: credentialsOf(given),
    },
    gateway: {
      /** Its origin, such as `https://secure.example.com`. */
      url: given.GATEWAY_URL,
      securityKey: given.GATEWAY_SECURITY_KEY,
      /** Reads records if the gateway refuses the first key. Never used for sales. */
      previousSecurityKey: given.GATEWAY_SECURITY_KEY_PREVIOUS,
      /** Either key may have signed a webhook. Without a key, the store accepts no webhooks. */
      webhookKeys: [given.GATEWAY_WEBHOOK_KEY, given.GATEWAY_WEBHOOK_KEY_PREVIOUS].filter(
        (key) => key !== undefined,
      ),
      /** How long the gateway refuses a repeated card and amount. Undefined: the gateway's setting. */
      duplicateSeconds: given.GATEWAY_DUPLICATE_SECONDS,
      /** Sales that take longer have an unknown outcome. */
      saleTimeoutMs: given.GATEWAY_TIMEOUT_MS,
      customerReceipts: given.GATEWAY_CUSTOMER_RECEIPTS,
    },
    allowedOrigins: given.ALLOWED_ORIGINS,
    /** Host names that requests may use; undefined: any. */
    allowedHosts: given.ALLOWED_HOSTS,
    productsFile: given.PRODUCTS_FILE ?? defaultProductsFile,
    logLevel: given.LOG_LEVEL,
    /** How long an outcome may be unknown before a case is opened. It never counts as a failure. */
    outcomeCaseMs: given.OUTCOME_CASE_MS,
    /** Whether a chargeback or return takes back credits. It opens a case either way. */
    returnsTakeCredits: given.RETURNS_TAKE_CREDITS,
    /** The number of proxies that append to `X-Forwarded-For`, or their networks. */
    trustedProxies: given.TRUSTED_PROXIES,
    /** Networks that many customers share, such as a carrier's. The limits by address don't apply to them. */
    sharedNetworks: given.SHARED_NETWORKS ?? [],
    /** Of one address, at `/v1/` and the webhook each; 0: no limit. */
    failuresPerMinute: given.FAILURES_PER_ADDRESS_PER_MINUTE,
    /** The directory of lock files that decide whether a sale is sent (`openSendLocks`); undefined: none. */
    sendLocksDirectory: given.SEND_LOCKS_DIRECTORY,
    recoveryIntervalMs: given.RECOVERY_INTERVAL_MS,
    attemptsPerMinute: given.ATTEMPTS_PER_MINUTE,
    /** Per customer; 0: no limit. */
    attemptsInFlight: given.ATTEMPTS_IN_FLIGHT,
    /** Automatic top-up. Undefined: switched off, or a variable is missing. */
    topUp: given.TOP_UP && given.topUpMissing.length === 0 ? topUpOf(given) : undefined,
    /** Variables that top-up needs, unless it is switched off. While one is missing, top-ups pause. */
    topUpMissing: given.topUpMissing,
    /** `/v1/`. Undefined: switched off. The limits are per key and process. */
    merchantApi: given.MERCHANT_API
      ? { callsPerSecond: given.MERCHANT_CALLS_PER_SECOND, callsInFlight: given.MERCHANT_CALLS_IN_FLIGHT }
      : undefined,
    /** How many database connections `/v1/` may use at once. The others are for customers. */
    merchantConnections: given.DATABASE_URL === undefined ? 1 : Math.ceil((given.DATABASE_POOL_SIZE * 2) / 3),
    webhooks: {
      timeoutMs: given.WEBHOOK_TIMEOUT_MS,
      /** Whether an endpoint's host may have a private address. */
      allowsPrivate: given.WEBHOOK_PRIVATE_ADDRESSES,
    },
    /** `balance.low` is sent when a customer's available credits fall below this. 0: never. */
    lowBalanceCredits: given.LOW_BALANCE_CREDITS,
    /** Limits for declined cards; 0: no limit. Approved purchases never count. */
    declines: {
      perCustomer: given.DECLINES_PER_CUSTOMER_PER_DAY,
      perNetwork: given.DECLINES_PER_ADDRESS_PER_DAY,
      /** This many declines within the window, across all customers, pause purchases. */
      breakerCount: given.DECLINE_BRAKE_COUNT,
      breakerWindowMs: given.DECLINE_BRAKE_WINDOW_MS,
      breakerPauseMs: given.DECLINE_BRAKE_MS,
    },
  })),
);

/** Times in milliseconds. */
export type StoreConfig = v.InferOutput<typeof configSchema>;

export type TracingConfig = NonNullable<StoreConfig['tracing']>;

/** Reads environment variables; empty ones count as absent. @throws ConfigError */
export const readConfig = (environment: Environment): StoreConfig =>
  read(configSchema, environment, variables);

/** Reads only where the data is. @throws ConfigError */
export const readDatabaseLocation = (environment: Environment): DatabaseLocation =>
  read(databaseSchema, environment, databaseVariables);

const read = <Schema extends v.GenericSchema>(
  schema: Schema,
  environment: Environment,
  entries: v.ObjectEntries,
): v.InferOutput<Schema> => {
  const values = withSecretFiles(environment, Object.keys(entries));
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const result = v.safeParse(schema, given);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const name = v.getDotPath(issue)?.split('.')[0];
  if (name === undefined) throw new ConfigError(issue.message);
  throw new ConfigError(`${name} ${issue.received === 'undefined' ? 'is missing' : issue.message}.`);
};
