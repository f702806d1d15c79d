import { createDevices } from './devices.ts';
import { createMailbox } from './mailbox.ts';
import type { OpaqueTokens } from './opaque-tokens.ts';
import { createSessions } from './sessions.ts';
import type { CurrentSettings } from './settings.ts';
import type { createSignIns } from './sign-ins.ts';
import type { createSrpChallenges } from './srp-challenges.ts';
import type { createTokenIssuer } from './tokens.ts';
import { createUsers } from './users.ts';

/** The pool's records that outlive a restart. `now` gives ms since the epoch. */
export const createRecords = (userPoolId: string, poolName: string, now: () => number) => ({
  users: createUsers(poolName, now),
  sessions: createSessions(now),
  mailbox: createMailbox(now),
  devices: createDevices(userPoolId, now),
});

/** A sign-in whose password was proven and whose device is to prove its secret. */
export interface DeviceSignIn {
  readonly sub: string;
  readonly deviceKey: string;
}

/** All that an operation works with. */
export interface Pool extends ReturnType<typeof createRecords> {
  /** The part of the user pool id after its underscore, which SRP hashes. */
  readonly poolName: string;
  readonly clientId: string;
  /** Where the pool is reached, like `http://localhost:5174`. */
  readonly origin: string;
  /** The origins that the hosted pages may send people back to, and that may call the token endpoint. */
  readonly appOrigins: readonly string[];
  readonly challenges: ReturnType<typeof createSrpChallenges>;
  /** The `Session` of sign-ins that go on with their device. */
  readonly deviceSignIns: OpaqueTokens<DeviceSignIn>;
  /** The sign-ins that wait for a second factor or a new password. */
  readonly signIns: ReturnType<typeof createSignIns>;
  readonly tokens: ReturnType<typeof createTokenIssuer>;
  readonly settings: CurrentSettings['get'];
  /** The clock, in ms since the epoch. */
  now(): number;
  /** Runs a piece of work and settles once all its changes are durable, also after a failure. */
  transact<T>(work: () => T | Promise<T>): Promise<T>;
}
