import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { getRequestListener } from '@hono/node-server';
import * as v from 'valibot';
import { onTestFinished, vi } from 'vitest';
import { makeDirectory } from '../../local-services/test/serving.ts';
import { createUserPool, type SettingsPatch } from '../src/index.ts';

export const clientId = 'web';
export const appOrigin = 'http://localhost:5173';
export const email = 'anna@example.com';
export const goodPassword = 'Good-pass1!';

interface StartOptions {
  readonly settings?: SettingsPatch;
  /** Defaults to a new directory with a key that all tests share, because creating a key takes a second. */
  readonly dataDir?: string;
  /** The clock's start time, in ms since the epoch. */
  readonly now?: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

const answerSchema = v.record(v.string(), v.unknown());

export type RunningPool = Awaited<ReturnType<typeof startPool>>;

/** Starts a pool behind real HTTP with a clock that only the test moves. Stops the pool when the test ends. */
export const startPool = async (options: StartOptions = {}) => {
  const dataDir = options.dataDir ?? (await directoryWithKey());
  // Some tests compute for longer than the default keep-alive timeout, so idle connections stay open.
  const server = createServer({ keepAliveTimeout: 0 }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const origin = `http://127.0.0.1:${address.port}`;
  let now = options.now ?? Date.now();
  const pool = await createUserPool({
    dataDir,
    origin,
    appOrigins: [appOrigin, 'http://127.0.0.1:5173'],
    clock: () => now,
    settings: options.settings,
  });
  server.on('request', getRequestListener(pool.app.fetch));
  const stop = async () => {
    server.close();
    server.closeAllConnections();
    await pool.close();
  };
  onTestFinished(stop);

  return {
    origin,
    dataDir,
    pool,
    stop,
    now: () => now,
    advance: (seconds: number) => {
      now += seconds * 1000;
    },
    call: async (operation: string, payload: object): Promise<Answer> => {
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
    /** Returns the newest code sent to an address. @throws {Error} if none was sent. */
    code: (to: string): string => {
      const [latest] = pool.admin.mail(to);
      if (latest === undefined) throw new Error('No code was sent');
      return latest.code;
    },
  };
};

let sharedKey: Promise<string> | undefined;

const directoryWithKey = async (): Promise<string> => {
  sharedKey ??= makeKey();
  const dataDir = await makeDirectory();
  await writeFile(join(dataDir, 'user-pool.json'), await sharedKey);
  return dataDir;
};

const makeKey = async (): Promise<string> => {
  const dataDir = await makeDirectory();
  await (await createUserPool({ dataDir, origin: 'http://localhost' })).close();
  return readFile(join(dataDir, 'user-pool.json'), 'utf8');
};

export const errorOf = ({ status, body }: Answer) => {
  const { __type: name, message } = body;
  return { status, name, message };
};

/** Creates a confirmed user through the admin API. */
export const addUser = ({ pool }: RunningPool, to = email, password = goodPassword) =>
  pool.admin.createConfirmedUser({
    email: to,
    password,
    firstName: 'Anna',
    lastName: 'Lee',
    phone: '+15551234567',
  });

/** Signs up a user and leaves them unconfirmed. */
export const signUp = (running: RunningPool, to = email) =>
  running.call('SignUp', {
    ClientId: clientId,
    Username: to,
    Password: goodPassword,
    UserAttributes: [{ Name: 'email', Value: to }],
  });

/** Signs in by password. The response contains tokens, a challenge or an error. */
export const signIn = (running: RunningPool, password = goodPassword, to = email): Promise<Answer> =>
  running.call('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: clientId,
    AuthParameters: { USERNAME: to, PASSWORD: password },
  });

const resultSchema = v.object({
  AuthenticationResult: v.object({
    AccessToken: v.string(),
    IdToken: v.string(),
    /** Empty after a refresh. */
    RefreshToken: v.optional(v.string(), ''),
    ExpiresIn: v.number(),
    TokenType: v.literal('Bearer'),
  }),
});

export const tokensOf = (answer: Answer) => v.parse(resultSchema, answer.body).AuthenticationResult;

export const refresh = (running: RunningPool, refreshToken: string): Promise<Answer> =>
  running.call('InitiateAuth', {
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    ClientId: clientId,
    AuthParameters: { REFRESH_TOKEN: refreshToken },
  });

const challengeSchema = v.object({
  ChallengeName: v.string(),
  Session: v.string(),
  ChallengeParameters: v.record(v.string(), v.string()),
});

export const challengeOf = (answer: Answer) => v.parse(challengeSchema, answer.body);

/** Responds to a challenge as {@link email}, unless `responses` names another user. */
export const respond = (
  running: RunningPool,
  { ChallengeName, Session }: Pick<ReturnType<typeof challengeOf>, 'ChallengeName' | 'Session'>,
  responses: Readonly<Record<string, string>>,
): Promise<Answer> =>
  running.call('RespondToAuthChallenge', {
    ClientId: clientId,
    ChallengeName,
    Session,
    ChallengeResponses: { USERNAME: email, ...responses },
  });

/** Creates AWS's SDK with credentials, which it needs to sign administrators' requests. */
export const createSdk = (endpoint: string) => {
  vi.stubEnv('AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED', 'true');
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new CognitoIdentityProvider({ endpoint, region: 'us-east-1', credentials });
};
