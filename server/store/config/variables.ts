import * as v from 'valibot';
import { logLevels } from '../logging/logging.ts';
import { tracingVariables } from './tracing.ts';
import {
  host,
  hostNames,
  issuer,
  line,
  networks,
  numberWithin,
  oneOf,
  origins,
  pageAddress,
  path,
  postgresUrl,
  proxies,
  secretWord,
  secureOrigin,
  sender,
  smtpUrl,
  support,
  webAddress,
  word,
  yesOrNo,
} from './values.ts';

/** Database variables. Operator commands read these too. */
export const databaseVariables = {
  DATABASE_URL: v.optional(postgresUrl),
  DATA_DIR: v.optional(path),
  DATABASE_POOL_SIZE: v.optional(numberWithin(1, 1_000), '10'),
  STATEMENT_TIMEOUT_MS: v.optional(numberWithin(0, 600_000), '10000'),
  IDLE_IN_TRANSACTION_TIMEOUT_MS: v.optional(numberWithin(0, 600_000), '10000'),
};

/** All variables of the store; docs/variables.md explains them. */
export const variables = {
  PORT: numberWithin(0, 65_535),
  HOST: v.optional(host, '127.0.0.1'),
  METRICS_PORT: v.optional(numberWithin(0, 65_535)),
  METRICS_HOST: v.optional(host, '127.0.0.1'),
  ...databaseVariables,
  AUTO_MIGRATE: v.optional(yesOrNo, 'true'),
  COGNITO_ISSUER: issuer,
  COGNITO_CLIENT_ID: word,
  COGNITO_ENDPOINT: v.optional(webAddress),
  AWS_ACCESS_KEY_ID: v.optional(word),
  AWS_SECRET_ACCESS_KEY: v.optional(secretWord),
  AWS_SESSION_TOKEN: v.optional(secretWord),
  GATEWAY_URL: secureOrigin,
  GATEWAY_SECURITY_KEY: secretWord,
  GATEWAY_SECURITY_KEY_PREVIOUS: v.optional(secretWord),
  GATEWAY_WEBHOOK_KEY: v.optional(secretWord),
  GATEWAY_WEBHOOK_KEY_PREVIOUS: v.optional(secretWord),
  GATEWAY_DUPLICATE_SECONDS: v.optional(numberWithin(0, 7_862_400)),
  GATEWAY_TIMEOUT_MS: v.optional(numberWithin(100, 120_000), '25000'),
  ALLOWED_ORIGINS: origins,
  APP_URL: v.optional(pageAddress),
  API_URL: v.optional(pageAddress),
  MAIL_URL: v.optional(smtpUrl),
  MAIL_FROM: v.optional(sender),
  SELLER_NAME: v.optional(line),
  SELLER_ADDRESS: v.optional(line),
  SUPPORT: v.optional(support),
  ALLOWED_HOSTS: v.optional(hostNames),
  PRODUCTS_FILE: v.optional(path),
  LOG_LEVEL: v.optional(oneOf(logLevels), 'info'),
  OUTCOME_CASE_MS: v.optional(numberWithin(1_000, 31_536_000_000), '259200000'),
  RETURNS_TAKE_CREDITS: v.optional(yesOrNo, 'true'),
  GATEWAY_CUSTOMER_RECEIPTS: v.optional(yesOrNo, 'false'),
  SELF_REFUND_DAYS: v.optional(numberWithin(0, 365), '14'),
  TRUSTED_PROXIES: v.optional(proxies, '0'),
  SHARED_NETWORKS: v.optional(networks),
  FAILURES_PER_ADDRESS_PER_MINUTE: v.optional(numberWithin(0, 1_000_000), '60'),
  SEND_LOCKS_DIRECTORY: v.optional(path),
  RECOVERY_INTERVAL_MS: v.optional(numberWithin(100, 600_000), '2000'),
  ATTEMPTS_PER_MINUTE: v.optional(numberWithin(1, 1_000_000), '20'),
  ATTEMPTS_IN_FLIGHT: v.optional(numberWithin(0, 1_000_000), '3'),
  DECLINES_PER_CUSTOMER_PER_DAY: v.optional(numberWithin(0, 1_000_000), '10'),
  DECLINES_PER_ADDRESS_PER_DAY: v.optional(numberWithin(0, 1_000_000), '30'),
  DECLINE_BRAKE_COUNT: v.optional(numberWithin(0, 1_000_000), '100'),
  DECLINE_BRAKE_WINDOW_MS: v.optional(numberWithin(1_000, 86_400_000), '300000'),
  DECLINE_BRAKE_MS: v.optional(numberWithin(1_000, 86_400_000), '900000'),
  TOP_UP: v.optional(yesOrNo, 'true'),
  TOP_UP_INTERVAL_S: v.optional(numberWithin(1, 2_592_000), '1800'),
  TOP_UPS_PER_DAY: v.optional(numberWithin(1, 1_000), '5'),
  MERCHANT_API: v.optional(yesOrNo, 'true'),
  MERCHANT_CALLS_PER_SECOND: v.optional(numberWithin(1, 1_000_000), '1000'),
  MERCHANT_CALLS_IN_FLIGHT: v.optional(numberWithin(1, 1_000_000), '100'),
  WEBHOOK_TIMEOUT_MS: v.optional(numberWithin(100, 60_000), '10000'),
  WEBHOOK_PRIVATE_ADDRESSES: v.optional(yesOrNo, 'false'),
  LOW_BALANCE_CREDITS: v.optional(numberWithin(0, 100_000_000_000), '100'),
  KEEP_ALIVE_MS: v.optional(numberWithin(1_000, 3_600_000), '75000'),
  MAX_CONNECTIONS: v.optional(numberWithin(1, 1_000_000), '1000'),
  DRAIN_MS: v.optional(numberWithin(0, 600_000), '1000'),
  ...tracingVariables,
};

type Variable = v.GenericSchema | v.OptionalSchema<v.GenericSchema, string | undefined>;

export type Variables = Readonly<Record<string, Variable>>;

const ownSchema = (variable: Variable): v.GenericSchema =>
  'wrapped' in variable ? variable.wrapped : variable;

/** Returns what a variable must be, as words after "must be". */
export const ruleOf = (variable: Variable): string | undefined => v.getDescription(ownSchema(variable));

/** Returns the names of the variables that contain secrets. */
export const secretNames = (given: Variables = variables): string[] =>
  Object.entries(given).flatMap(([name, variable]) =>
    'isSecret' in v.getMetadata(ownSchema(variable)) ? [name] : [],
  );

const allNames = [...Object.keys(variables), ...secretNames().map((name) => `${name}_FILE`)];

/** Finds variables that are probably misspelled: unknown, but one edit away from a known name. */
export const findMisspelled = (environment: Readonly<Record<string, unknown>>) =>
  Object.keys(environment).flatMap((name) => {
    const meant = allNames.includes(name) ? undefined : allNames.find((known) => isOneEdit(name, known));
    return meant === undefined ? [] : [{ name, meant }];
  });

/** Returns whether one insertion, deletion, replacement or swap of neighbors turns one text into another. */
const isOneEdit = (one: string, other: string): boolean => {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [rest, otherRest] = [one.slice(same), other.slice(same)];
  const swapped = `${rest.charAt(1)}${rest.charAt(0)}${rest.slice(2)}`;
  return (
    rest.slice(1) === otherRest.slice(1) ||
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    swapped === otherRest
  );
};
