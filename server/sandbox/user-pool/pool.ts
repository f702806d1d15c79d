import type { AttemptLimits } from './attempt-limits.ts';
import type { Devices } from './devices.ts';
import type { Lockouts } from './lockouts.ts';
import type { Mailbox } from './mailbox.ts';
import type { OpaqueTokens } from './opaque-tokens.ts';
import type { Sessions } from './sessions.ts';
import type { Settings } from './settings.ts';
import type { SimulatedUser } from './simulated-users.ts';
import type { SrpChallenges } from './srp-challenges.ts';
import type { TokenIssuer } from './tokens.ts';
import type { Users } from './users.ts';

/** A sign-in whose password was proven and whose device is to prove its secret. */
export interface DeviceSignIn {
  readonly sub: string;
  readonly deviceKey: string;
}

/** All that an operation works with. */
export interface Pool {
  /** The part of the user pool id after its underscore, which SRP hashes. */
  readonly poolName: string;
  readonly clientId: string;
  /** Where the pool is reached, like `http://localhost:5174`. */
  readonly origin: string;
  /** The origins that the hosted pages may send people back to, and that may call the token endpoint. */
  readonly appOrigins: readonly string[];
  readonly users: Users;
  readonly sessions: Sessions;
  readonly mailbox: Mailbox;
  readonly lockouts: Lockouts;
  readonly attempts: AttemptLimits;
  readonly devices: Devices;
  readonly challenges: SrpChallenges;
  /** The `Session` of sign-ins that go on with their device. */
  readonly deviceSignIns: OpaqueTokens<DeviceSignIn>;
  readonly tokens: TokenIssuer;
  simulatedUser(username: string): SimulatedUser;
  settings(): Settings;
  /** The challenge that was set for the next sign-in, which is this one. */
  takeChallenge(): string | null;
  /** The clock, in ms since the epoch. */
  now(): number;
  /** Runs a piece of work and settles once all it changed is durable, be it a failure. */
  transact<T>(work: () => T | Promise<T>): Promise<T>;
}
