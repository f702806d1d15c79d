import { randomInt } from 'node:crypto';
import { ownRelease, schemaPrefix } from './release.ts';

/** Keys of the advisory locks that each session holds to show its release and process. Any constants work. */
const releaseLocks = 4_061_988;
const processLocks = 4_061_989;

/** Identifies this process. Other processes find it in an advisory lock while this process is alive. */
export const processId = randomInt(1, 2 ** 31);

/** Returns a release's lock key, a positive int4. */
const releaseKey = (schema: string): number =>
  Number.parseInt(schema.slice(schemaPrefix.length, schemaPrefix.length + 7), 16);

/** SQL that puts this release's functions first in the search path, and takes the locks of its release and process. */
export const enterRelease = `
  select set_config('search_path', concat_ws(', ', '${ownRelease.schema}', nullif(current_setting('search_path'), '')), false),
    pg_advisory_lock_shared(${releaseLocks}, ${releaseKey(ownRelease.schema)}),
    pg_advisory_lock_shared(${processLocks}, ${processId})`;

/** Returns a FROM clause for this database's `pg_locks` rows whose first key is `key`. */
const locksOf = (key: number): string => `
  from pg_locks
  where locktype = 'advisory' and classid = ${key} and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())`;

/** Returns SQL that selects whether any session uses a schema's functions. */
export const isInUse = (schema: string): string =>
  `select exists (select ${locksOf(releaseLocks)} and objid = ${releaseKey(schema)}) as "isInUse"`;

/** SQL that selects the ids of processes that have a session. */
export const livingProcesses = `select objid::bigint::int ${locksOf(processLocks)}`;
