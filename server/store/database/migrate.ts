import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../failures.ts';
import type { Database, Queryable } from './database.ts';
import { dropUnusedFunctions, isLatest, isMigrated, makeFunctions, resetSearchPath } from './functions.ts';
import { grantRights, type RuntimeRoles, runtimeRoles } from './grants.ts';
import { ownRelease, type Release } from './release.ts';

/** Any constant will do: it names the lock under which migrations run, so that two starting processes take turns. */
const migrationLock = 4_061_987;

/**
 * For how long a migration waits for a table, in milliseconds. Less than PostgreSQL's `deadlock_timeout` (1 s): where a purchase
 * waits for it in turn, it is the migration that gives way, and begins again.
 */
const lockTimeoutMs = 400;
/** How long it leaves the tables to others then, and how often it begins. */
const pauseMs = 200;
const maxAttempts = 100;
/** PostgreSQL, appendix A. */
const lockNotAvailable = '55P03';

/**
 * Brings the database up to date in one transaction: applies the numbered files of `migrations/` (tables and data) that it
 * has not recorded, in order, and makes the functions of `functions/` in a schema of their own. Processes of the release
 * before it go on with theirs. A database that a later release has brought further is left as it is, as long as it has the
 * functions of this one. Roles that run the store and the command get their rights to each table; none is created.
 *
 * @param release this program's own, but in tests
 * @param roles names of roles that may not exist
 * @returns the names of what was made now: migrations, and the schema of the functions
 * @throws when its tables cannot be had for long, when a migration that was applied earlier has changed since, or when the
 * database is of another version that does not keep this one's functions
 */
export const migrate = async (
  database: Database,
  release = ownRelease,
  roles = runtimeRoles,
): Promise<string[]> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateOnce(database, release, roles);
    } catch (error) {
      if (attempt === maxAttempts || errorCode(error) !== lockNotAvailable) throw error;
      await delay(pauseMs);
    }
  }
};

const migrateOnce = (database: Database, release: Release, roles: RuntimeRoles): Promise<string[]> => {
  const bringUpToDate = async (transaction: Queryable): Promise<string[]> => {
    await transaction.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await transaction.query(`set local lock_timeout = ${lockTimeoutMs}`);
    await resetSearchPath(transaction);
    const made = (await isMigrated(transaction, release)) ? [] : await makeRelease(transaction, release);
    if (await isLatest(transaction, release)) await grantRights(transaction, release.schema, roles);
    return made;
  };
  // Rows in millions are filled in for longer than a request may take; whoever waits for the lock waits as long.
  return database.transaction(bringUpToDate, { isLong: true });
};

const makeRelease = async (transaction: Queryable, release: Release): Promise<string[]> => {
  const applied = await applyMigrations(transaction, release);
  await makeFunctions(transaction, release);
  await dropUnusedFunctions(transaction, release);
  return [...applied, release.schema];
};

/**
 * Does nothing to a database that is up to date, and takes no right but to read it.
 *
 * @returns no names
 * @throws when it is not
 */
export const expectMigrated = async (database: Database): Promise<readonly []> => {
  if (!(await isMigrated(database)))
    throw new Error('The database is not up to date: run the command migrate.');
  return [];
};

const applyMigrations = async (transaction: Queryable, { migrations }: Release): Promise<string[]> => {
  await transaction.query(`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
  const recorded = await transaction.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  );
  for (const { name, checksum } of recorded) {
    const file = migrations.find((migration) => migration.name === name);
    if (file === undefined) throw new Error(anotherVersion(name));
    if (file.checksum !== checksum)
      throw new Error(`Migration ${name} was changed after it had been applied.`);
  }
  const missing = migrations.filter(({ name }) => !recorded.some((applied) => applied.name === name));
  for (const { name, sql, checksum } of missing) {
    await transaction.query(sql);
    await transaction.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      name,
      checksum,
    ]);
  }
  return missing.map(({ name }) => name);
};

const anotherVersion = (migration: string): string =>
  `The database is of another version: it has the migration ${migration}, which this version lacks. ` +
  'Use that version, or an empty database (on your own machine: npm start -- --fresh).';
