import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { type Logger, pino } from 'pino';
import * as v from 'valibot';
import { onTestFinished } from 'vitest';
import { createUserPool, type SettingsPatch, type UserPool } from '../src/index.ts';

export const clientId = 'coffer-local-web';
export const userPoolId = 'local_Coffer';
export const appOrigin = 'http://localhost:5173';
export const keyFile = 'user-pool-keys.json';
export const journalFile = 'user-pool.journal';
export const goodPassword = 'Good-pass1!';

export interface StartOptions {
  readonly settings?: SettingsPatch;
  /** Default: a directory of its own, with keys made once for all tests. */
  readonly dataDir?: string;
  readonly logger?: Logger;
  /** Where the clock begins, in ms since the epoch. */
  readonly now?: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** A pool that serves real HTTP on a free loopback port, with a clock that stands until the test moves it. Ends with the test. */
export interface RunningPool {
  readonly origin: string;
  readonly dataDir: string;
  readonly pool: UserPool;
  /** Moves the pool's clock on. */
  advance(seconds: number): void;
  now(): number;
  /** Calls an operation with a plain request. */
  call(operation: string, payload: object): Promise<Answer>;
  /** The newest code sent to an address. */
  code(email: string): string;
  stop(): Promise<void>;
}

const answerSchema = v.record(v.string(), v.unknown());

export const startPool = async (options: StartOptions = {}): Promise<RunningPool> => {
  const dataDir = options.dataDir ?? (await directoryWithKeys());
  // A test may compute for longer than a server waits, and would then meet a connection that is just being closed.
  const server = createServer({ keepAliveTimeout: 0 });
  const origin = await listen(server);
  let now = options.now ?? Date.now();
  const pool = await createUserPool({
    dataDir,
    origin,
    appOrigins: [appOrigin, 'http://127.0.0.1:5173'],
    clock: () => now,
    settings: options.settings,
    logger: options.logger ?? pino({ level: 'silent' }),
  });
  server.on('request', getRequestListener(pool.app.fetch));

  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= end(server).then(() => pool.close());
    return stopped;
  };
  onTestFinished(stop);

  return {
    origin,
    dataDir,
    pool,
    now: () => now,
    advance: (seconds) => {
      now += seconds * 1000;
    },
    call: async (operation, payload) => {
      const response = await fetch(`${origin}/`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
        },
        body: JSON.stringify(payload),
      });
      const body = v.parse(answerSchema, await response.json());
      return { status: response.status, headers: response.headers, body };
    },
    code: (email) => {
      const [latest] = pool.admin.mail(email);
      if (latest === undefined) throw new Error('No code was sent');
      return latest.code;
    },
    stop,
  };
};

let sharedKeys: Promise<string> | undefined;

const directoryWithKeys = async (): Promise<string> => {
  sharedKeys ??= makeKeys();
  const dataDir = await temporaryDirectory();
  await writeFile(join(dataDir, keyFile), await sharedKeys);
  return dataDir;
};

/** The text of a key file, as the pool writes it at its first start. */
const makeKeys = async (): Promise<string> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'user-pool-keys-'));
  await (await createUserPool({ dataDir, origin: 'http://localhost' })).close();
  const text = await readFile(join(dataDir, keyFile), 'utf8');
  await rm(dataDir, { recursive: true });
  return text;
};

export const temporaryDirectory = async (): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), 'user-pool-test-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
};

const listen = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return `http://127.0.0.1:${address.port}`;
};

const end = async (server: Server): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
};

/** What an answer says when it is an error: its name and text. */
export const errorOf = ({ status, body }: Answer) => {
  const { __type: name, message } = body;
  return { status, name, message };
};

/** A confirmed user, made as an operator does. */
export const addUser = (running: RunningPool, email = 'anna@example.com', password = goodPassword) =>
  running.pool.admin.createConfirmedUser({
    email,
    password,
    firstName: 'Anna',
    lastName: 'Lee',
    phone: '+15551234567',
  });

/** Signs a user up and leaves it unconfirmed. */
export const signUp = (running: RunningPool, email = 'anna@example.com', password = goodPassword) =>
  running.call('SignUp', {
    ClientId: clientId,
    Username: email,
    Password: password,
    UserAttributes: [{ Name: 'email', Value: email }],
  });
