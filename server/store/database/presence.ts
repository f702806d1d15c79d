import { randomInt } from 'node:crypto';
import { ownRelease, schemaPrefix } from './release.ts';

/** Advisory locks held for a session's life. They identify its release and process. Any constants will do. */
const releaseLocks = 4_061_988;
const processLocks = 4_061_989;

/** Other processes see from this number that this process is alive. */
export const processId = randomInt(1, 2 ** 31);

/** A positive int4. */
const releaseKey = (schema: string): number =>
  Number.parseInt(schema.slice(schemaPrefix.length, schemaPrefix.length + 7), 16);

/** SQL: finds this release's functions first, and takes locks that show the session's release and process. */
export const enterRelease = `
  select set_config('search_path', concat_ws(', ', '${ownRelease.schema}', nullif(current_setting('search_path'), '')), false),
    pg_advisory_lock_shared(${releaseLocks}, ${releaseKey(ownRelease.schema)}),
    pg_advisory_lock_shared(${processLocks}, ${processId})`;

/** The rows of `pg_locks` in this database whose pair of keys starts with `key`. */
const locksOf = (key: number): string => `
  from pg_locks
  where locktype = 'advisory' and classid = ${key} and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())`;

/** SQL: whether any session uses the functions of a schema. */
export const isInUse = (schema: string): string =>
  `select exists (select ${locksOf(releaseLocks)} and objid = ${releaseKey(schema)}) as "isInUse"`;

/** SQL: the ids of processes that have a session. */
export const livingProcesses = `select objid::bigint::int ${locksOf(processLocks)}`;
