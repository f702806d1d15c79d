import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { isPrintable } from '#contract/characters.ts';
import { readConfig, type StoreConfig } from '../config.ts';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { type CardGateway, createCardGateway } from '../gateway/gateway.ts';
import { createLog, type Log } from '../logging.ts';
import { createPoolAccountFinder, type FindPoolAccount } from './pool-account.ts';

/** What a command works with. */
export interface Tools {
  readonly database: Database;
  readonly config: StoreConfig;
  readonly log: Log;
  /** Who types, for the audit. */
  readonly operator: string;
  /** Undefined where the environment names none. */
  readonly gateway: CardGateway | undefined;
  readonly findPoolAccount: FindPoolAccount;
  /** Asks whether it is really to be done. @throws Refused unless it is */
  confirm(question: string): Promise<void>;
}

/** What a command came to. */
export interface Answer {
  /** For people, in lines of at most 80 characters wherever what they show allows it. */
  readonly text: string;
  /** The same for programs (`--json`). docs/operator.md names its fields. */
  readonly json: unknown;
  /** 1 where what was asked for was not granted, or differences were found. */
  readonly exitCode?: 0 | 1;
}

/** A command that is not granted. The message is one line for whoever typed it; nothing was done. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** @throws Refused where the environment names no gateway */
export const gatewayOf = ({ gateway }: Pick<Tools, 'gateway'>): CardGateway => {
  if (gateway === undefined) throw new Refused('Set GATEWAY_URL and GATEWAY_SECURITY_KEY as for the store.');
  return gateway;
};

/** Tools without a terminal, and how to put them away. */
export interface OpenedTools extends Omit<Tools, 'confirm'> {
  close(): Promise<void>;
}

/** What a store needs that listens and lets customers in. A command does neither: whatever is there is not looked at. */
const notNeeded = {
  PORT: '0',
  HOST: '127.0.0.1',
  COGNITO_ISSUER: 'http://127.0.0.1/not-needed',
  COGNITO_CLIENT_ID: 'not-needed',
  COGNITO_ENDPOINT: '',
  ALLOWED_ORIGINS: 'http://localhost',
  ALLOWED_HOSTS: '',
};
const noGateway = { GATEWAY_URL: 'http://127.0.0.1/', GATEWAY_SECURITY_KEY: 'none' };

/**
 * Opens the database, and the gateway where there is one, by the environment of the store.
 *
 * @throws Refused, ConfigError or DirectoryInUseError, each with one line that says what is wrong
 */
export const openTools = async (environment: NodeJS.ProcessEnv): Promise<OpenedTools> => {
  const { GATEWAY_URL, DATABASE_URL, DATA_DIR } = environment;
  const hasGateway = Boolean(GATEWAY_URL);
  const config = readConfig({ ...environment, ...notNeeded, ...(!hasGateway && noGateway) });
  if (!DATABASE_URL && DATA_DIR && !existsSync(join(DATA_DIR, 'store', 'postgres')))
    throw new Refused(`There is no store in ${DATA_DIR}.`);
  const log = createLog('warn', process.stderr.fd);
  const database = await openDatabase(config.database, log);
  return {
    database,
    config,
    log,
    operator: operatorIn(environment),
    gateway: hasGateway ? createCardGateway(config.gateway) : undefined,
    findPoolAccount: createPoolAccountFinder(environment),
    close: () => database.close(),
  };
};

const operatorIn = ({ COFFER_OPERATOR = '' }: NodeJS.ProcessEnv): string => {
  const named = COFFER_OPERATOR.trim();
  if (!isPrintable(named)) throw new Refused('COFFER_OPERATOR must not have control characters.');
  if (named !== '') return named;
  try {
    return userInfo().username;
  } catch {
    // A user id that the system has no name for, as in containers.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
};
