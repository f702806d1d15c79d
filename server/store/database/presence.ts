import { randomInt } from 'node:crypto';
import { ownRelease, schemaPrefix } from './release.ts';

/** By these locks sessions say what they are, until they end, however they do. Any constants will do. */
const releaseLocks = 4_061_988;
const processLocks = 4_061_989;

/** The number of this process, by which others see that it lives. */
export const processId = randomInt(1, 2 ** 31);

/** A positive int4. */
const releaseKey = (schema: string): number =>
  Number.parseInt(schema.slice(schemaPrefix.length, schemaPrefix.length + 7), 16);

/**
 * What a session begins with, as SQL: it finds the functions of this release before all else, and says by advisory locks whose they
 * are and of which process it is.
 */
export const enterRelease = `
  select set_config('search_path', concat_ws(', ', '${ownRelease.schema}', nullif(current_setting('search_path'), '')), false),
    pg_advisory_lock_shared(${releaseLocks}, ${releaseKey(ownRelease.schema)}),
    pg_advisory_lock_shared(${processLocks}, ${processId})`;

/** The rows of `pg_locks` for a pair of keys' first one, in this database. */
const locksOf = (key: number): string => `
  from pg_locks
  where locktype = 'advisory' and classid = ${key} and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())`;

/** Whether any session uses the functions of a schema, as SQL. */
export const isInUse = (schema: string): string =>
  `select exists (select ${locksOf(releaseLocks)} and objid = ${releaseKey(schema)}) as "isInUse"`;

/** The numbers of the processes with a session, as SQL. */
export const livingProcesses = `select objid::bigint::int ${locksOf(processLocks)}`;
