import type { Database } from './database/database.ts';
import { isMigrated } from './database/functions.ts';
import type { PoolKeys } from './identity/pool-keys.ts';

/** Why a store is to get no requests just now. */
export type UnreadyReason = 'closing' | 'database' | 'migrations' | 'pool-keys';

/** What whoever sends requests to a store asks it. */
export interface Readiness {
  /** Undefined while it is ready. */
  check(): Promise<UnreadyReason | undefined>;
  /** From now on it is not, as it is about to end. */
  close(): void;
}

/**
 * A store is ready when it has its user pool's keys, and reaches a database with all migrations and functions that
 * it knows. The database may have more: during an upgrade the store before it goes on.
 */
export const createReadiness = (database: Database, poolKeys: PoolKeys): Readiness => {
  let closing = false;
  const checkDatabase = async (): Promise<UnreadyReason | undefined> => {
    try {
      return (await isMigrated(database)) ? undefined : 'migrations';
    } catch {
      return 'database';
    }
  };
  return {
    async check() {
      if (closing) return 'closing';
      return poolKeys.areKnown() ? checkDatabase() : 'pool-keys';
    },
    close() {
      closing = true;
    },
  };
};
