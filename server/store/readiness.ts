import { type Database, readOnly } from './database/database.ts';
import { isMigrated } from './database/functions.ts';
import { checkRights, checkServer, type Shortcoming } from './database/requirements.ts';
import type { DatabaseWrites } from './database/writes.ts';
import type { PoolKeys } from './identity/pool-keys.ts';
import { errorCode, failureLine } from './logging/failures.ts';
import type { Log } from './logging/logging.ts';

const details = {
  closing: 'The store is shutting down.',
  migrations:
    'The database does not match this version: run the command migrate, or a newer version of the store.',
  'pool-keys':
    "The user pool's keys have not loaded: check the pool, COGNITO_ISSUER, and the log's pool-keys lines.",
};

export interface Unready {
  readonly reason: keyof typeof details | 'database' | 'database-writes' | Shortcoming['reason'];
  /** Says what to do, on one line without secrets. */
  readonly detail: string;
}

export type Readiness = ReturnType<typeof createReadiness>;

interface ReadinessParts {
  readonly database: Database;
  readonly writes: DatabaseWrites;
  readonly poolKeys: PoolKeys;
  readonly log: Log;
}

/**
 * Creates readiness checks. The store is ready once the pool's keys are loaded, and the database can write and has
 * this release's migrations, functions and rights. It may have newer ones, because the previous release still runs
 * during an upgrade.
 */
export const createReadiness = ({ database, writes, poolKeys, log }: ReadinessParts) => {
  let closing = false;
  let said: string | undefined;
  const unready = (reason: keyof typeof details): Unready => ({ reason, detail: details[reason] });

  const checkDatabase = async (): Promise<Unready | undefined> => {
    try {
      const others = Promise.all([isMigrated(database), checkRights(database)]);
      others.catch(() => undefined);
      const found = await checkServer(database);
      if (found !== undefined) return found;
      const [hasFunctions, lacking] = await others;
      if (!hasFunctions) return unready('migrations');
      if (lacking !== undefined) return lacking;
    } catch (error) {
      const [code = '', line] = [errorCode(error), failureLine(error)];
      const cause = line.includes(code) ? line : `${code}: ${line}`;
      return { reason: 'database', detail: `The database cannot be used (${cause}).` };
    }
    const code = await writes.check();
    if (code === undefined) return undefined;
    const places = code === readOnly ? 'default_transaction_read_only' : 'its disk, its memory and its log';
    const detail = `The database cannot write (error ${code}): look at ${places}.`;
    return { reason: 'database-writes', detail };
  };
  const find = async (): Promise<Unready | undefined> => {
    if (closing) return unready('closing');
    return poolKeys.areKnown() ? checkDatabase() : unready('pool-keys');
  };
  return {
    /** Returns why the store isn't ready, or undefined if it is. Logs each new reason. */
    async check(): Promise<Unready | undefined> {
      const found = await find();
      if (found !== undefined && found.reason !== said)
        log.warn({ event: 'not-ready', why: `${found.reason}: ${found.detail}` });
      said = found?.reason;
      return found;
    },
    /** Makes all later checks return `closing`. */
    close(): void {
      closing = true;
    },
  };
};
