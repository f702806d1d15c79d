import { errorCode } from '../logging/failures.ts';
import type { Log } from '../logging/logging.ts';
import { type Database, isDatabaseUnavailable, isWriteFailure, readOnly } from './database.ts';

/** How long the result of a probe counts, in ms. */
const freshMs = 4_000;
const failedMs = 1_000;

/** Writes a file into the data directory, and a transaction to the WAL. Changes no table. Fails on a standby. */
const probe = `
  select pg_current_xact_id(), pg_export_snapshot(), pg_logical_emit_message(true, 'coffer', ''),
    current_setting('transaction_read_only') = 'on' as "isReadOnly"`;

/** Fails unless the disk has room for 16 MB, the size of a new WAL segment. Fills only a temporary file. */
const probeDisk = `
  set local work_mem = '64kB';
  set local temp_tablespaces = '';
  with filling as materialized (select repeat('x', 1024) from generate_series(1, 16384))
  select count(*) from filling`;

export type DatabaseWrites = ReturnType<typeof createDatabaseWrites>;

/**
 * Tracks whether the database can write. On a full disk, an opening may still fit into a page whereas its
 * settlement doesn't. So after a failure, no sale begins until a probe finds space for both.
 * @param now a monotonic clock in milliseconds
 */
export const createDatabaseWrites = (given: Database, log: Log, now = () => performance.now()) => {
  let failure: string | undefined;
  let failures = 0;
  let probedAt = Number.NEGATIVE_INFINITY;
  let probing: Promise<void> | undefined;

  const note = (error: unknown, code = isWriteFailure(error) ? errorCode(error) : undefined): void => {
    if (code === undefined) return;
    if (failure === undefined) log.error({ event: 'database-cannot-write', why: code, error });
    failure = code;
    failures += 1;
  };
  const noting = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      note(error);
      throw error;
    });
  const runProbe = async (): Promise<void> => {
    const before = failures;
    try {
      // A store that starts on a full disk has seen no failure yet.
      if (failure !== undefined || probedAt < 0) await given.query(probeDisk);
      const [probed] = await given.query<{ isReadOnly: boolean }>(probe);
      if (probed?.isReadOnly === true) note(undefined, readOnly);
    } catch (error) {
      note(error);
      // The state doesn't change while the server can't be reached. Other errors don't concern writing.
      if (isDatabaseUnavailable(error)) return;
    }
    // A statement may have failed since the probe began.
    if (failure === undefined || failures > before) return;
    log.info({ event: 'database-writes-again' });
    failure = undefined;
  };
  /** Returns the code of the failure, or undefined if the database can write. Probes it if the last result is old. */
  const check = async (): Promise<string | undefined> => {
    if (now() - probedAt >= (failure === undefined ? freshMs : failedMs)) {
      probing ??= runProbe().finally(() => {
        probedAt = now();
        probing = undefined;
      });
      await probing;
    }
    return failure;
  };

  const database: Database = {
    ...given,
    query: (sql, values) => noting(given.query(sql, values)),
    transaction: (work, options) => noting(given.transaction(work, options)),
  };
  return {
    /** The database, with its failures noted. */
    database,
    check,
    /** Returns whether a sale may begin, that is, whether the database will be able to settle it. Probes only after a failure. */
    maySell: async (): Promise<boolean> => failure === undefined || (await check()) === undefined,
  };
};
