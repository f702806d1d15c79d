import type { Database } from './database/database.ts';
import { isMigrated } from './database/functions.ts';
import type { PoolKeys } from './identity/pool-keys.ts';

export type UnreadyReason = 'closing' | 'database' | 'migrations' | 'pool-keys';

export type Readiness = ReturnType<typeof createReadiness>;

/**
 * Creates readiness checks. The store is ready once the pool's keys are loaded and the database has this release's
 * migrations and functions. It may have newer ones, because the previous release still runs during an upgrade.
 */
export const createReadiness = (database: Database, poolKeys: PoolKeys) => {
  let closing = false;
  const checkDatabase = async (): Promise<UnreadyReason | undefined> => {
    try {
      return (await isMigrated(database)) ? undefined : 'migrations';
    } catch {
      return 'database';
    }
  };
  return {
    /** Returns why the store isn't ready, or undefined if it is. */
    async check(): Promise<UnreadyReason | undefined> {
      if (closing) return 'closing';
      return poolKeys.areKnown() ? checkDatabase() : 'pool-keys';
    },
    /** Makes all later checks return `closing`. */
    close(): void {
      closing = true;
    },
  };
};
