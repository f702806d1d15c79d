import type { AttemptLimits } from './attempt-limits.ts';
import type { Lockouts } from './lockouts.ts';
import type { Mailbox } from './mailbox.ts';
import type { PhantomUser } from './phantom-users.ts';
import type { Sessions } from './sessions.ts';
import type { Settings } from './settings.ts';
import type { SrpChallenges } from './srp-challenges.ts';
import type { TokenIssuer } from './tokens.ts';
import type { Users } from './users.ts';

/** All that an operation works with. */
export interface Pool {
  /** The part of the user pool id after its underscore, which SRP hashes. */
  readonly poolName: string;
  readonly clientId: string;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly mailbox: Mailbox;
  readonly lockouts: Lockouts;
  readonly attempts: AttemptLimits;
  readonly challenges: SrpChallenges;
  readonly tokens: TokenIssuer;
  phantomUser(username: string): PhantomUser;
  settings(): Settings;
  /** The clock, in ms since the epoch. */
  now(): number;
  /** Runs a piece of work and settles once all it changed is durable, be it a failure. */
  transact<T>(work: () => T | Promise<T>): Promise<T>;
}
