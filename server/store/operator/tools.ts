import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { isPrintable } from '#contract/characters.ts';
import { readConfig, type StoreConfig } from '../config/config.ts';
import type { Database, Queryable } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { type CardGateway, createCardGateway } from '../gateway/gateway.ts';
import { RecordsRefusedError } from '../gateway/records.ts';
import { createPoolAccountFinder, type FindPoolAccount } from '../identity/pool-accounts.ts';
import { errorCode, failureLine } from '../logging/failures.ts';
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
  /** 1 if the command found a problem, 3 if a service gave no clear response. */
  readonly exitCode?: ExitCode;
}

/** What a command does. `Given` has its arguments and options by name. Absent options are undefined. */
export type CommandWork<Given = object> = (tools: Tools, given: Given) => Promise<CliOutput>;

/** Options of a command that changes something for a customer. */
export interface CustomerChange {
  /** The customer's email address or id. */
  readonly customer: string;
  readonly reason: string | undefined;
}

/** Exit codes of failures: 1 for a problem that the command found, 2 for wrong usage, 3 for the rest. */
export const exitCodes = {
  refused: 1,
  'not-found': 1,
  usage: 2,
  configuration: 2,
  /** No connection to the database, the gateway or the user pool. */
  unavailable: 3,
  /** A service refused, or an unexpected error. */
  failed: 3,
} as const;
type FailureCode = keyof typeof exitCodes;
export type ExitCode = 0 | (typeof exitCodes)[FailureCode];

/** Thrown if a command did nothing. The message is one line for the operator; `code` is for programs. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: FailureCode;

  constructor(message: string, code: FailureCode = 'refused') {
    super(message);
    this.code = code;
  }
}

/** Returns the card gateway. @throws {CliError} if the environment doesn't configure one */
export const gatewayOf = ({ gateway }: Pick<Tools, 'gateway'>): CardGateway => {
  if (gateway === undefined)
    throw new CliError('Set GATEWAY_URL and GATEWAY_SECURITY_KEY as for the store.', 'configuration');
  return gateway;
};

export const refusesKey = 'the gateway refuses GATEWAY_SECURITY_KEY';

/** Handles an error of reading the gateway's records. @throws {CliError} that says why, or the database's own error */
export const failToReadRecords = (error: unknown): never => {
  if (error instanceof Error && 'severity' in error) throw error;
  const why = error instanceof RecordsRefusedError ? refusesKey : (errorCode(error) ?? failureLine(error));
  const message = `The gateway's records can't be read (${why}). Nothing was sent or changed.`;
  throw new CliError(message, 'unavailable');
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

/** All commands of a process share it, because each log listens for the process's exit. */
const log = createLog('warn', process.stderr.fd);

/**
 * Opens a command's tools. @throws {CliError | ConfigError | DirectoryInUseError} with a one-line message
 * @param open opens the database; by default, the one that the environment locates
 */
export const openTools = async (
  environment: NodeJS.ProcessEnv,
  open: (...given: Parameters<typeof openDatabase>) => Promise<Database> = openDatabase,
): Promise<OpenedTools> => {
  const { COGNITO_ISSUER, GATEWAY_URL } = environment;
  const hasGateway = Boolean(GATEWAY_URL);
  const config = readConfig({
    ...environment,
    ...notNeeded,
    ...(!COGNITO_ISSUER && noPool),
    ...(!hasGateway && noGateway),
  });
  const { dataDirectory: folder } = { dataDirectory: undefined, ...config.database };
  if (folder !== undefined && !existsSync(join(folder, 'store', 'postgres')))
    throw new CliError(`There is no store in ${folder}.`, 'configuration');
  const operator = operatorIn(environment);
  const database = await open(config.database, log);
  // Connect now, so that the message can name the variable.
  await database.query('select').catch(async (error: unknown) => {
    await database.close();
    throw new CliError(
      `The database can't be used: ${failureLine(error)}. Check DATABASE_URL.`,
      'unavailable',
    );
  });
  return {
    database,
    config,
    log,
    operator,
    gateway: hasGateway ? createCardGateway(config.gateway) : undefined,
    findPoolAccount: createPoolAccountFinder(config.userPool, log),
    close: () => database.close(),
  };
};

const operatorIn = ({ COFFER_OPERATOR = '' }: NodeJS.ProcessEnv): string => {
  const named = COFFER_OPERATOR.trim();
  if (!isPrintable(named))
    throw new CliError('COFFER_OPERATOR must not have control characters.', 'configuration');
  if (named !== '') return named;
  try {
    return userInfo().username;
  } catch {
    // In containers, the user id may have no user name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
};
