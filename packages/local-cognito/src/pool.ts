import { join } from 'node:path';
import { openStateFile } from 'local-services/state-file.ts';
import * as v from 'valibot';
import { createDevices, type Device, deviceSchema } from './devices.ts';
import { createSigningKey, importKeys, type SigningKey, signingKeySchema } from './keys.ts';
import { createMailbox, type MailItem, mailItemSchema } from './mailbox.ts';
import { createPasskeys, type Passkey, passkeySchema } from './passkeys.ts';
import { createSessions, type Session, sessionSchema } from './sessions.ts';
import { createSettings, type SettingsPatch } from './settings.ts';
import { SignIns } from './sign-ins.ts';
import { createSrpChallenges } from './srp.ts';
import { createTokenIssuer } from './tokens.ts';
import { createUsers, type User, userSchema } from './users.ts';

export interface PoolOptions {
  /**
   * The pool's origin, like `http://localhost:5174`. The tokens' issuer consists of it and the pool's id. Default: the
   * origin that `listen` returns.
   */
  readonly origin?: string | undefined;
  /** The directory for `user-pool.json`. Default: in memory. */
  readonly dataDir?: string | undefined;
  /** Origins to which the hosted pages can return, and which can call the token endpoint. Default: none. */
  readonly appOrigins?: readonly string[] | undefined;
  /** `<region>_<name>`. Password hashes include the name, so the id can't change. Default: `us-east-1_Local`. */
  readonly userPoolId?: string | undefined;
  /** The app client's id. Default: `web`. */
  readonly clientId?: string | undefined;
  /** Returns the current time, in ms since the epoch. Default: `Date.now`. */
  readonly clock?: (() => number) | undefined;
  readonly settings?: SettingsPatch | undefined;
}

/** A map of records that reports its changes. Records are replaced, never mutated, so it can't miss a change. */
class Table<R> extends Map<string, R> {
  readonly #onChange: () => void;

  constructor(onChange: () => void, records: Readonly<Record<string, R>> = {}) {
    super();
    for (const [key, record] of Object.entries(records)) super.set(key, record);
    this.#onChange = onChange;
  }

  override set(key: string, record: R): this {
    this.#onChange();
    return super.set(key, record);
  }

  override delete(key: string): boolean {
    this.#onChange();
    return super.delete(key);
  }

  override clear(): void {
    this.#onChange();
    super.clear();
  }
}

/** Creates the pool's address, which changes when a pool without a given origin starts to listen. */
const createAddress = (userPoolId: string, given?: string) => {
  let { origin } = new URL(given ?? 'http://localhost');
  return {
    origin: () => origin,
    issuer: () => `${origin}/${userPoolId}`,
    listensAt(actual: string): void {
      if (given === undefined) origin = actual;
    },
  };
};

const tableOf = <R>(record: v.GenericSchema<unknown, R>) => v.optional(v.record(v.string(), record), {});

const stateSchema = v.object({
  /** Absent in files of older versions. */
  userPoolId: v.optional(v.string()),
  signingKey: signingKeySchema,
  users: tableOf(userSchema),
  sessions: tableOf(sessionSchema),
  devices: tableOf(deviceSchema),
  passkeys: tableOf(passkeySchema),
  mail: tableOf(mailItemSchema),
});
type State = v.InferOutput<typeof stateSchema>;

export type Pool = Awaited<ReturnType<typeof openPool>>;

/** Opens a pool. Throws if the state file is damaged or has another pool's data; the message names the path. */
export const openPool = async (options: PoolOptions) => {
  const { dataDir, userPoolId = 'us-east-1_Local', clientId = 'web', clock = Date.now } = options;
  const address = createAddress(userPoolId, options.origin);
  const poolName = userPoolId.slice(userPoolId.indexOf('_') + 1);
  let clockOffsetMs = 0;
  const now = (): number => clock() + clockOffsetMs;

  const file = await openStateFile(
    dataDir && join(dataDir, 'user-pool.json'),
    stateSchema,
    (): State => ({
      userPoolId,
      signingKey,
      users: Object.fromEntries(users),
      sessions: Object.fromEntries(sessions),
      devices: Object.fromEntries(devices),
      passkeys: Object.fromEntries(passkeys),
      mail: Object.fromEntries(mail),
    }),
  );
  const foundId = file.found?.userPoolId ?? userPoolId;
  if (foundId !== userPoolId) {
    throw new Error(`${dataDir} has the data of the user pool ${foundId}, not of ${userPoolId}.`);
  }
  let isChanged = file.found === undefined;
  const onChange = (): void => {
    isChanged = true;
  };
  const signingKey: SigningKey = file.found?.signingKey ?? (await createSigningKey());
  const users = new Table<User>(onChange, file.found?.users);
  const sessions = new Table<Session>(onChange, file.found?.sessions);
  const devices = new Table<Device>(onChange, file.found?.devices);
  const passkeys = new Table<Passkey>(onChange, file.found?.passkeys);
  const mail = new Table<MailItem>(onChange, file.found?.mail);
  let saving = Promise.resolve();
  const save = (): Promise<void> => {
    if (isChanged) {
      isChanged = false;
      saving = file.save().catch((error: unknown) => {
        isChanged = true;
        throw error;
      });
    }
    return saving;
  };
  await save();

  const keys = await importKeys(signingKey);
  return {
    address,
    userPoolId,
    /** The part of the user pool id after the underscore, which SRP hashes. */
    poolName,
    clientId,
    appOrigins: options.appOrigins ?? [],
    jwks: keys.jwks,
    users: createUsers(users, poolName, now),
    sessions: createSessions(sessions, now),
    devices: createDevices(devices, userPoolId, now),
    passkeys: createPasskeys(passkeys, now),
    mailbox: createMailbox(mail, now),
    challenges: createSrpChallenges(now),
    signIns: new SignIns(now),
    tokens: createTokenIssuer(address, clientId, keys, now),
    settings: createSettings(options.settings),
    now,
    /** Sets how far the pool's clock is ahead of the machine's, in ms. */
    shiftClock(offsetMs: number): void {
      clockOffsetMs = offsetMs;
    },
    /** Runs `work` and saves its changes to disk, even if it fails. */
    async transact<T>(work: () => T | Promise<T>): Promise<T> {
      try {
        return await work();
      } finally {
        await save();
      }
    },
    close: (): Promise<void> => save().finally(file.close),
  };
};
