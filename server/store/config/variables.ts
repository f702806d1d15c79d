import * as v from 'valibot';
import { logLevels } from '../logging/logging.ts';
import { tracingVariables } from './tracing.ts';
import { filled, listOf, networks, numberWithin, origin, proxies, webAddress, yesOrNo } from './values.ts';

/** Database variables. Operator commands read these too. */
export const databaseVariables = {
  DATABASE_URL: v.optional(v.pipe(filled, v.regex(/^postgres(ql)?:\/\//, 'is not a postgresql:// URL'))),
  DATA_DIR: v.optional(filled),
  DATABASE_POOL_SIZE: v.optional(numberWithin(1, 1_000), '10'),
  STATEMENT_TIMEOUT_MS: v.optional(numberWithin(0, 600_000), '10000'),
  IDLE_IN_TRANSACTION_TIMEOUT_MS: v.optional(numberWithin(0, 600_000), '10000'),
};

const withoutSlash = (text: string) => text.replace(/\/+$/, '');

/** All variables of the store; docs/variables.md explains them. */
export const variables = {
  PORT: numberWithin(0, 65_535),
  HOST: v.optional(filled, '127.0.0.1'),
  METRICS_PORT: v.optional(numberWithin(0, 65_535)),
  METRICS_HOST: v.optional(filled, '127.0.0.1'),
  ...databaseVariables,
  AUTO_MIGRATE: v.optional(yesOrNo, 'true'),
  COGNITO_ISSUER: v.pipe(webAddress, v.regex(/[^/]$/, 'ends with a slash')),
  COGNITO_CLIENT_ID: filled,
  COGNITO_ENDPOINT: v.optional(webAddress),
  AWS_ACCESS_KEY_ID: v.optional(filled),
  AWS_SECRET_ACCESS_KEY: v.optional(filled),
  AWS_SESSION_TOKEN: v.optional(filled),
  GATEWAY_URL: webAddress,
  GATEWAY_SECURITY_KEY: filled,
  GATEWAY_SECURITY_KEY_PREVIOUS: v.optional(filled),
  GATEWAY_WEBHOOK_KEY: v.optional(filled),
  GATEWAY_WEBHOOK_KEY_PREVIOUS: v.optional(filled),
  GATEWAY_DUPLICATE_SECONDS: v.optional(numberWithin(0, 7_862_400)),
  GATEWAY_TIMEOUT_MS: v.optional(numberWithin(100, 120_000), '25000'),
  ALLOWED_ORIGINS: listOf(origin),
  APP_URL: v.optional(
    v.pipe(webAddress, v.regex(/^[^?#@]*$/, 'has a user, a query or a fragment'), v.transform(withoutSlash)),
  ),
  ALLOWED_HOSTS: v.optional(listOf(v.pipe(v.string(), v.trim(), v.toLowerCase()))),
  PRODUCTS_FILE: v.optional(filled),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `is not one of ${logLevels.join(', ')}`), 'info'),
  OUTCOME_CASE_MS: v.optional(numberWithin(1_000, 31_536_000_000), '259200000'),
  RETURNS_TAKE_CREDITS: v.optional(yesOrNo, 'true'),
  GATEWAY_CUSTOMER_RECEIPTS: v.optional(yesOrNo, 'false'),
  TRUSTED_PROXIES: v.optional(proxies, '0'),
  SHARED_NETWORKS: v.optional(networks),
  FAILURES_PER_ADDRESS_PER_MINUTE: v.optional(numberWithin(0, 1_000_000), '60'),
  SEND_LOCKS_DIRECTORY: v.optional(filled),
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
