import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../logging/failures.ts';
import type { Database, Queryable } from './database.ts';
import { dropUnusedFunctions, isLatest, isMigrated, makeFunctions, resetSearchPath } from './functions.ts';
import { grantRights, type RuntimeRoles, runtimeRoles } from './grants.ts';
import { ownRelease, type Release } from './release.ts';

/** Key of the advisory lock that lets one starting process migrate at a time. Any constant works. */
const migrationLock = 4_061_987;

/** Lock timeout in ms. Below PostgreSQL's `deadlock_timeout` (1 s), so the migration yields to other transactions. */
const lockTimeoutMs = 400;
const pauseMs = 200;
const maxAttempts = 100;
/** PostgreSQL error codes (appendix A of its documentation). */
const lockNotAvailable = '55P03';
const insufficientPrivilege = '42501';

/**
 * Applies missing `migrations/` and creates this release's `functions/` in a separate schema, in one
 * transaction. Processes of the previous release keep using theirs. A newer database that has this release's
 * functions stays unchanged.
 * @returns the names of applied migrations, and the functions' schema if it was created
 * @throws if tables stay locked, an applied migration has changed, the role can't migrate, or the database is
 * newer than this release and lacks its functions
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
      if (errorCode(error) === insufficientPrivilege)
        throw new Error(
          'The database role may not migrate. Start the store with AUTO_MIGRATE=false, and run the command migrate as the owner of the tables.',
          { cause: error },
        );
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
  // Migrating millions of rows, or waiting for another migration, can exceed the statement time limit.
  return database.transaction(bringUpToDate, { isLong: true });
};

const makeRelease = async (transaction: Queryable, release: Release): Promise<string[]> => {
  const applied = await applyMigrations(transaction, release);
  await makeFunctions(transaction, release);
  await dropUnusedFunctions(transaction, release);
  return [...applied, release.schema];
};

/** Checks that the database has this release's functions. @throws if it doesn't */
export const expectMigrated = async (database: Database, release = ownRelease): Promise<readonly []> => {
  if (!(await isMigrated(database, release)))
    throw new Error(
      'The database is not up to date: run the command migrate. ' +
        'If a newer version has already migrated it, this program is too old: run that version.',
    );
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
    if (file === undefined) throw new Error(lacksMigration(name));
    if (file.checksum !== checksum)
      throw new Error(
        `Migration ${name} was changed after it was applied. Restore the file as it was, and put the change into a new migration.`,
      );
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

const lacksMigration = (migration: string): string =>
  `The database has migration ${migration}, which this program lacks. Run the version that applied it. ` +
  'On your own machine, `npm start -- --fresh` starts over.';
