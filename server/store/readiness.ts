import type { Database } from './database/database.ts';
import { isMigrated } from './database/functions.ts';
import type { PoolKeys } from './identity/pool-keys.ts';

export type UnreadyReason = 'closing' | 'database' | 'migrations' | 'pool-keys';

export interface Readiness {
  /** Undefined if ready. */
  check(): Promise<UnreadyReason | undefined>;
  /** Reports "closing" from now on. */
  close(): void;
}

/**
 * Ready: the pool's keys are loaded, and the database has this release's migrations and functions. It may
 * have more, because the previous release still runs during an upgrade.
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
