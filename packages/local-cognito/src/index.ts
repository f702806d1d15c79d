import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { createAdmin } from './admin.ts';
import { createHostedUi } from './hosted-ui/index.ts';
import { createHttpApp } from './http.ts';
import { openTablesJournal } from './journal.ts';
import { loadOrCreateKeys } from './keys.ts';
import { OpaqueTokens } from './opaque-tokens.ts';
import { createRecords, type Pool } from './pool.ts';
import { createSettings, type SettingsPatch } from './settings.ts';
import { createSignIns } from './sign-ins.ts';
import { createSrpChallenges } from './srp-challenges.ts';
import { createTokenIssuer } from './tokens.ts';

export { type MfaInput, mfaInputSchema, type UserPoolAdmin, type UserSummary } from './admin.ts';
export { CognitoError } from './errors.ts';
export { type Settings, type SettingsPatch, settingsPatchSchema } from './settings.ts';

export interface UserPoolOptions {
  /** Where the keys and the journal live (`user-pool-keys.json`, `user-pool.journal`). One process at a time. */
  readonly dataDir: string;
  /** Where the pool is reached, like `http://localhost:5174`. With the pool's id it is the issuer of the tokens. */
  readonly origin: string;
  /** The origins that the hosted pages may send people back to, and that may call the token endpoint. Default: none. */
  readonly appOrigins?: readonly string[] | undefined;
  /** `<region>_<name>`. Users can't sign in any more when the name changes: their verifiers hash it. */
  readonly userPoolId?: string | undefined;
  readonly clientId?: string | undefined;
  /** The clock, in ms since the epoch. */
  readonly clock?: (() => number) | undefined;
  readonly settings?: SettingsPatch | undefined;
  /** Gets faults of the pool itself. Never a code, a password or a token. */
  readonly logger?: Logger | undefined;
}

export type UserPool = Awaited<ReturnType<typeof createUserPool>>;

/**
 * Starts a local stand-in for an Amazon Cognito user pool. It binds no port: give `app.fetch` to a server.
 * Rejects with an error that names the file when its state or its keys are damaged.
 */
export const createUserPool = async (options: UserPoolOptions) => {
  const { dataDir, userPoolId = 'local_Coffer', clientId = 'coffer-local-web' } = options;
  const clock = options.clock ?? Date.now;
  let clockOffsetMs = 0;
  const now = () => clock() + clockOffsetMs;
  const logger = options.logger ?? pino({ name: 'user-pool' });
  const poolName = userPoolId.slice(userPoolId.indexOf('_') + 1);
  const { origin } = new URL(options.origin);
  const issuer = `${origin}/${userPoolId}`;
  const settings = createSettings(options.settings);

  await mkdir(dataDir, { recursive: true });
  const keys = await loadOrCreateKeys(join(dataDir, 'user-pool-keys.json'));

  const records = createRecords(userPoolId, poolName, now);
  const tables = Object.values(records).map(({ table }) => table);
  const warn = (message: string) => logger.warn(message);
  const journal = await openTablesJournal(join(dataDir, 'user-pool.journal'), tables, now, warn);
  records.users.index();

  const pool: Pool = {
    ...records,
    poolName,
    clientId,
    origin,
    appOrigins: options.appOrigins ?? [],
    challenges: createSrpChallenges(now),
    deviceSignIns: new OpaqueTokens(now),
    signIns: createSignIns(now),
    tokens: createTokenIssuer(issuer, clientId, keys, now),
    settings: settings.get,
    now,
    transact: async (work) => {
      try {
        return await work();
      } finally {
        await journal.durable();
      }
    },
  };
  const app = createHttpApp({
    pool,
    userPoolId,
    issuer,
    jwks: keys.jwks,
    logger,
    hostedUi: await createHostedUi(pool, logger),
  });

  return {
    app,
    admin: createAdmin(pool, settings, (offsetMs) => {
      clockOffsetMs = offsetMs;
    }),
    /** Makes the last changes durable and closes the files. */
    close: () => journal.close(),
  };
};
