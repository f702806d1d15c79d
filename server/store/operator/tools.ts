import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { isPrintable } from '#contract/characters.ts';
import { readConfig, type StoreConfig } from '../config/config.ts';
import type { Database, Queryable } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { type CardGateway, createCardGateway } from '../gateway/gateway.ts';
import { createPoolAccountFinder, type FindPoolAccount } from '../identity/pool-accounts.ts';
import { createLog, type Log } from '../logging/logging.ts';

/** An audit entry. It is kept after an erasure, so it identifies customers only by id. */
export interface OperatorAction {
  /** A UUID. Default: a random one. */
  readonly actionId?: string;
  readonly operator: string;
  /** The command as typed, without its subject, such as `refund` or `products change`. */
  readonly command: string;
  readonly customerId?: string | null;
  /** What else the action concerned: an attempt, a product, a case or a day. */
  readonly subject?: string | null;
  readonly reason?: string | null | undefined;
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
  readonly result: string;
}

export interface Tools {
  readonly database: Database;
  readonly config: StoreConfig;
  readonly log: Log;
  /** The operator's name, for the audit. */
  readonly operator: string;
  /** Undefined if the environment doesn't configure a gateway. */
  readonly gateway: CardGateway | undefined;
  readonly findPoolAccount: FindPoolAccount;
  /** Asks the operator to confirm. @throws {CliError} unless the operator does */
  confirm(question: string): Promise<void>;
  /** Adds a permanent audit entry about this command. */
  writeDown(database: Queryable, action: Omit<OperatorAction, 'operator' | 'command'>): Promise<void>;
}

export interface CliOutput {
  /** Output for people, in lines of up to 80 characters if possible. */
  readonly text: string;
  /** Output for programs (`--json`). */
  readonly json: unknown;
  /** 1 if the command was refused or found differences. */
  readonly exitCode?: 0 | 1;
}

/** Options of a command that changes something for a customer. */
export interface CustomerChange {
  /** The customer's email address or id. */
  readonly customer: string;
  readonly reason: string | undefined;
}

/** Thrown if a command did nothing. The message is one line for the operator. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

/** Returns the card gateway. @throws {CliError} if the environment doesn't configure one */
export const gatewayOf = ({ gateway }: Pick<Tools, 'gateway'>): CardGateway => {
  if (gateway === undefined) throw new CliError('Set GATEWAY_URL and GATEWAY_SECURITY_KEY as for the store.');
  return gateway;
};

export interface OpenedTools extends Omit<Tools, 'confirm' | 'writeDown'> {
  close(): Promise<void>;
}

/** Placeholders for settings that commands never use, so that the environment needn't set them. */
const notNeeded = {
  PORT: '0',
  HOST: '127.0.0.1',
  COGNITO_CLIENT_ID: 'not-needed',
  ALLOWED_ORIGINS: 'http://localhost',
  ALLOWED_HOSTS: '',
};
/** Settings without a user pool. Without credentials, the store doesn't call it. */
const noPool = { COGNITO_ISSUER: 'http://127.0.0.1/none', COGNITO_ENDPOINT: '', AWS_ACCESS_KEY_ID: '' };
const noGateway = { GATEWAY_URL: 'http://127.0.0.1/', GATEWAY_SECURITY_KEY: 'none' };

/** Opens a command's tools. @throws {CliError | ConfigError | DirectoryInUseError} with a one-line message */
export const openTools = async (environment: NodeJS.ProcessEnv): Promise<OpenedTools> => {
  const { COGNITO_ISSUER, GATEWAY_URL, DATABASE_URL, DATA_DIR } = environment;
  const hasGateway = Boolean(GATEWAY_URL);
  const config = readConfig({
    ...environment,
    ...notNeeded,
    ...(!COGNITO_ISSUER && noPool),
    ...(!hasGateway && noGateway),
  });
  if (!DATABASE_URL && DATA_DIR && !existsSync(join(DATA_DIR, 'store', 'postgres')))
    throw new CliError(`There is no store in ${DATA_DIR}.`);
  const log = createLog('warn', process.stderr.fd);
  const database = await openDatabase(config.database, log);
  return {
    database,
    config,
    log,
    operator: operatorIn(environment),
    gateway: hasGateway ? createCardGateway(config.gateway) : undefined,
    findPoolAccount: createPoolAccountFinder(config.userPool, log),
    close: () => database.close(),
  };
};

const operatorIn = ({ COFFER_OPERATOR = '' }: NodeJS.ProcessEnv): string => {
  const named = COFFER_OPERATOR.trim();
  if (!isPrintable(named)) throw new CliError('COFFER_OPERATOR must not have control characters.');
  if (named !== '') return named;
  try {
    return userInfo().username;
  } catch {
    // In containers, the user id may have no user name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
};
