import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Queryable } from './database.ts';
import { dropUnusedFunctions, hasFunctions, isLatest, makeFunctions, resetSearchPath } from './functions.ts';
import { grantRights, type RuntimeRoles, runtimeRoles } from './grants.ts';
import { ownRelease, type Release } from './release.ts';

/** Any constant will do: it names the lock under which migrations run, so that two starting processes take turns. */
const migrationLock = 4_061_987;

/**
 * Migrations as they were while they held functions too. Databases that applied them have the same tables and go on, with
 * the functions of `functions/`.
 */
const formerChecksums: Readonly<Record<string, string>> = {
  '0001-customers-and-ledger.sql': '7318d45fa598cccdfc2a089c9dd4b8ed15f2b1e4629d611663f1a9c10f82fc42',
  '0002-purchases.sql': '5b5d36c463af4c0232775a51e066d80ab2a87fb1b4fc0286f0b5c1cce349674f',
  '0003-lost-answers.sql': 'de0495076160af06d454c4b3c3f5210f71604fcaaa480f6358da5e41aec54016',
  '0004-refunds.sql': 'd93226dffcedfcf134d2c249ee854311e3a7cb2132bb1503df4810ac896cc376',
};

/**
 * For how long a migration waits for a table, in milliseconds. Less than PostgreSQL's `deadlock_timeout` (1 s): where a purchase
 * waits for it in turn, it is the migration that gives way, and begins again.
 */
const lockTimeoutMs = 400;
/** How long it leaves the tables to others then, and how often it begins. */
const pauseMs = 200;
const maxAttempts = 100;

/**
 * Brings the database up to date in one transaction: applies the numbered files of `migrations/` (tables and data) that it
 * has not recorded, in order, and makes the functions of `functions/` in a schema of their own. Processes of the release
 * before it go on with theirs. A database that a later release has brought further is left as it is, as long as it has the
 * functions of this one. Roles that run the store and the command get their rights to each table; none is created.
 *
 * @param release this program's own, but in tests
 * @param roles names of roles that may not exist
 * @returns the names of what was made now: migrations, and the schema of the functions
 * @throws when its tables cannot be had for long, when a migration that was applied earlier has changed since, or the database is of a later release that has left
 * this one behind
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
      if (attempt === maxAttempts || !isLockTimeout(error)) throw error;
      await delay(pauseMs);
    }
  }
};

/** `lock_not_available` (PostgreSQL, appendix A). */
const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

const migrateOnce = (database: Database, release: Release, roles: RuntimeRoles): Promise<string[]> => {
  const bringUpToDate = async (transaction: Queryable): Promise<string[]> => {
    await transaction.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await transaction.query(`set local lock_timeout = ${lockTimeoutMs}`);
    await resetSearchPath(transaction);
    const isKnown = await hasFunctions(transaction, release);
    const applied = await applyMigrations(transaction, release, isKnown);
    if (!isKnown) {
      await makeFunctions(transaction, release);
      await dropUnusedFunctions(transaction, release);
    }
    if (await isLatest(transaction, release)) await grantRights(transaction, release.schema, roles);
    return isKnown ? applied : [...applied, release.schema];
  };
  // Rows in millions are filled in for longer than a request may take; whoever waits for the lock waits as long.
  return database.transaction(bringUpToDate, { isLong: true });
};

/**
 * Does nothing to a database that is up to date, and takes no right but to read it.
 *
 * @returns no names
 * @throws when it is not
 */
export const expectMigrated = async (database: Database): Promise<readonly []> => {
  const missing = new Set(await findMissing(database));
  if (missing.size === 0) {
    const recorded = await readRecord(database);
    for (const { name, checksum } of ownRelease.migrations) {
      const found = recorded.get(name);
      if (found !== checksum && found !== formerChecksums[name]) missing.add(name);
    }
  }
  if (missing.size > 0)
    throw new Error(`The database is not up to date (${[...missing].join(', ')}): run the command migrate.`);
  return [];
};

/**
 * What this program needs of a database and it has not, in whatever form: names of migrations, or the schema of the
 * functions.
 *
 * @throws when it cannot be asked
 */
export const findMissing = async (database: Database): Promise<readonly string[]> => {
  const { migrations, schema } = ownRelease;
  const [found] = await database.query<{ isRecorded: boolean; hasFunctions: boolean }>(
    `select to_regclass('schema_migrations') is not null as "isRecorded",
       coalesce(has_schema_privilege(to_regnamespace($1)::oid, 'usage'), false) as "hasFunctions"`,
    [schema],
  );
  const applied = found?.isRecorded
    ? await database.query<{ name: string }>('select name from schema_migrations')
    : [];
  const names = migrations.map(({ name }) => name);
  const missing = names.filter((name) => !applied.some((file) => file.name === name));
  return found?.hasFunctions ? missing : [...missing, schema];
};

const applyMigrations = async (
  transaction: Queryable,
  { migrations }: Release,
  isKnown: boolean,
): Promise<string[]> => {
  await transaction.query(`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
  const recorded = await readRecord(transaction);
  for (const [name, checksum] of recorded) {
    const file = migrations.find((migration) => migration.name === name);
    if (checksum === file?.checksum || checksum === formerChecksums[name]) continue;
    if (file !== undefined) throw new Error(`Migration ${name} was changed after it had been applied.`);
    if (!isKnown) throw new Error(`The database is newer than this program: it has migration ${name}.`);
  }
  const missing = migrations.filter(({ name }) => !recorded.has(name));
  for (const { name, sql, checksum } of missing) {
    await transaction.query(sql);
    await transaction.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      name,
      checksum,
    ]);
  }
  return missing.map(({ name }) => name);
};

/** Which migrations a database has applied, with their checksums. */
const readRecord = async (database: Queryable): Promise<Map<string, string>> => {
  const rows = await database.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
};
