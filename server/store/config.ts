import * as v from 'valibot';
import { ConfigError, type Environment, withSecretFiles } from './config/secret-files.ts';
import { tracingOf } from './config/tracing.ts';
import { databaseVariables, variables } from './config/variables.ts';
import type { DatabaseLocation } from './database/open.ts';
import { defaultProductsFile } from './products.ts';

type DatabaseValues = v.InferOutput<v.ObjectSchema<typeof databaseVariables, undefined>>;

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

const configSchema = v.pipe(
  v.object(variables),
  v.check((given) => isDatabaseGiven(given), noDatabase),
  v.transform((given) => ({
    port: given.PORT,
    host: given.HOST,
    /** Where `/metrics` is; undefined: nothing is counted. */
    metrics:
      given.METRICS_PORT === undefined ? undefined : { port: given.METRICS_PORT, host: given.METRICS_HOST },
    /** Undefined: nobody is told of spans. */
    tracing: tracingOf(given),
    connections: {
      /** How long one may be idle between two requests. */
      keepAliveMs: given.KEEP_ALIVE_MS,
      /** The most at a time. */
      max: given.MAX_CONNECTIONS,
      /** How long a store that is about to end, and says so, goes on taking requests. */
      drainMs: given.DRAIN_MS,
    },
    database: locationOf(given),
    /** Whether a start brings the database up to date. Else that is the `migrate` command's, perhaps of another role. */
    autoMigrate: given.AUTO_MIGRATE,
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
      /** With which its records are read where they refuse the first. No sale is ever sent with it. */
      previousSecurityKey: given.GATEWAY_SECURITY_KEY_PREVIOUS,
      /** Any of them may have signed a webhook of the gateway. Without one, none is taken. */
      webhookKeys: [given.GATEWAY_WEBHOOK_KEY, given.GATEWAY_WEBHOOK_KEY_PREVIOUS].filter(
        (key) => key !== undefined,
      ),
      /**
       * How long the gateway refuses a sale of the same card and amount. 0: never, which not every processor allows;
       * undefined: as its own settings say.
       */
      duplicateSeconds: given.GATEWAY_DUPLICATE_SECONDS,
      /** How long to wait for the reply to a sale. Sales that take longer are unknown. */
      saleTimeoutMs: given.GATEWAY_TIMEOUT_MS,
      /** Whether the gateway mails customers its receipt of a sale. */
      customerReceipts: given.GATEWAY_CUSTOMER_RECEIPTS,
    },
    allowedOrigins: given.ALLOWED_ORIGINS,
    /** Host names that requests may be addressed to; undefined: any. */
    allowedHosts: given.ALLOWED_HOSTS,
    productsFile: given.PRODUCTS_FILE ?? defaultProductsFile,
    logLevel: given.LOG_LEVEL,
    /** How long the outcome of a sale may be unknown before it is a case for a person. It is never taken for a failure. */
    outcomeCaseMs: given.OUTCOME_CASE_MS,
    /** Whether credits are taken back when a bank takes a charge back. It is a case for a person in any event. */
    returnsTakeCredits: given.RETURNS_TAKE_CREDITS,
    /** How many proxies in front of the store add to `X-Forwarded-For`, or the networks that they are in. */
    trustedProxies: given.TRUSTED_PROXIES,
    /** What many customers share, as a carrier's addresses: the limits by address don't apply there. */
    sharedNetworks: given.SHARED_NETWORKS ?? [],
    /** Where lock files decide whether a sale is sent (`openSendLocks`); undefined: nowhere. */
    sendLocksDirectory: given.SEND_LOCKS_DIRECTORY,
    recoveryIntervalMs: given.RECOVERY_INTERVAL_MS,
    attemptsPerMinute: given.ATTEMPTS_PER_MINUTE,
    /** Of one customer at a time; 0: any number. */
    attemptsInFlight: given.ATTEMPTS_IN_FLIGHT,
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

/** How the store is traced. */
export type TracingConfig = NonNullable<StoreConfig['tracing']>;

/**
 * Reads the configuration from environment variables. An empty one counts as absent.
 *
 * @throws ConfigError
 */
export const readConfig = (environment: Environment): StoreConfig =>
  read(configSchema, environment, variables);

/**
 * Reads from environment variables where the store's data is, and nothing else.
 *
 * @throws ConfigError
 */
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
