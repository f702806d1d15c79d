import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Database, Queryable } from './database.ts';

/** Any constant will do: it names the lock under which migrations run, so that two starting processes take turns. */
const migrationLock = 4_061_987;

/**
 * Migrations as they were while they held functions too. Databases that applied them have the same tables and go on;
 * the functions are replaced by those of `functions/`.
 */
const formerChecksums: Readonly<Record<string, string>> = {
  '0001-customers-and-ledger.sql': '7318d45fa598cccdfc2a089c9dd4b8ed15f2b1e4629d611663f1a9c10f82fc42',
  '0002-purchases.sql': '5b5d36c463af4c0232775a51e066d80ab2a87fb1b4fc0286f0b5c1cce349674f',
  '0003-lost-answers.sql': 'de0495076160af06d454c4b3c3f5210f71604fcaaa480f6358da5e41aec54016',
  '0004-refunds.sql': 'd93226dffcedfcf134d2c249ee854311e3a7cb2132bb1503df4810ac896cc376',
};

type RecordTable = 'schema_migrations' | 'schema_functions';

interface SqlFile {
  readonly name: string;
  readonly sql: string;
  /** SHA-256, in hex. */
  readonly checksum: string;
}

/**
 * Brings the database up to date in one transaction: applies the numbered files of `migrations/` (tables and data) that
 * it has not recorded, in order, and replaces each function whose file in `functions/` has changed. Such a file is named
 * after the one function that it makes.
 *
 * @returns the names of the files that were applied now
 * @throws when a migration that was applied earlier has changed since, or the database knows migrations that are not here
 */
export const migrate = async (database: Database): Promise<string[]> => {
  const [migrations, functions] = await Promise.all([
    readSqlFiles('migrations/'),
    readSqlFiles('functions/'),
  ]);
  const bringUpToDate = async (transaction: Queryable): Promise<string[]> => {
    await transaction.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    const applied = await applyMigrations(transaction, migrations);
    return [...applied, ...(await replaceFunctions(transaction, functions))];
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
  const files = (await Promise.all(sqlFolders.map(readSqlFiles))).flat();
  const missing = new Set(
    await findMissingFiles(
      database,
      files.map(({ name }) => name),
    ),
  );
  if (missing.size === 0) {
    const applied = new Map([
      ...(await readRecord(database, 'schema_migrations')),
      ...(await readRecord(database, 'schema_functions')),
    ]);
    for (const { name, checksum } of files) {
      const recorded = applied.get(name);
      if (recorded !== checksum && recorded !== formerChecksums[name]) missing.add(name);
    }
  }
  if (missing.size > 0)
    throw new Error(`The database is not up to date (${[...missing].join(', ')}): run the command migrate.`);
  return [];
};

/** The names of the files that a database is to have applied, migrations and functions. */
export const listSqlFiles = async (): Promise<readonly string[]> =>
  (await Promise.all(sqlFolders.map(namesIn))).flat();

/**
 * Those of the files that a database has not applied, in whatever form.
 *
 * @throws when it cannot be asked
 */
export const findMissingFiles = async (
  database: Database,
  names: readonly string[],
): Promise<readonly string[]> => {
  const tables = await database.query<{ exists: boolean }>(
    "select to_regclass('schema_migrations') is not null and to_regclass('schema_functions') is not null as exists",
  );
  if (tables[0]?.exists !== true) return names;
  const applied = await database.query<{ name: string }>(
    'select name from schema_migrations union all select name from schema_functions',
  );
  return names.filter((name) => !applied.some((file) => file.name === name));
};

const applyMigrations = async (transaction: Queryable, migrations: readonly SqlFile[]): Promise<string[]> => {
  await makeRecord(transaction, 'schema_migrations');
  const recorded = await readRecord(transaction, 'schema_migrations');
  for (const [name, checksum] of recorded) {
    if (formerChecksums[name] === checksum) continue;
    const file = migrations.find((migration) => migration.name === name);
    if (file === undefined)
      throw new Error(`The database is newer than this program: it has migration ${name}.`);
    if (file.checksum !== checksum)
      throw new Error(`Migration ${name} was changed after it had been applied.`);
  }

  return apply(
    transaction,
    'schema_migrations',
    migrations.filter(({ name }) => !recorded.has(name)),
  );
};

/** A function is dropped before it is made again, since `create or replace` cannot change what it takes and returns. */
const replaceFunctions = async (transaction: Queryable, functions: readonly SqlFile[]): Promise<string[]> => {
  await makeRecord(transaction, 'schema_functions');
  const recorded = await readRecord(transaction, 'schema_functions');
  const gone = [...recorded.keys()].filter((name) => !functions.some((file) => file.name === name));
  const changed = functions.filter(({ name, checksum }) => recorded.get(name) !== checksum);
  for (const name of [...gone, ...changed.map((file) => file.name)]) {
    const overloads = await transaction.query<{ signature: string }>(
      `select oid::regprocedure::text as signature from pg_proc
       where proname = $1 and pronamespace = current_schema()::regnamespace`,
      [name.replace('.sql', '')],
    );
    for (const { signature } of overloads) await transaction.query(`drop function ${signature}`);
    await transaction.query('delete from schema_functions where name = $1', [name]);
  }

  // One function may call another that is made after it.
  await transaction.query('set local check_function_bodies = off');
  return apply(transaction, 'schema_functions', changed);
};

/** Runs the files, records them in the table and returns their names. */
const apply = async (transaction: Queryable, table: RecordTable, files: SqlFile[]): Promise<string[]> => {
  for (const { name, sql, checksum } of files) {
    await transaction.query(sql);
    await transaction.query(`insert into ${table} (name, checksum) values ($1, $2)`, [name, checksum]);
  }
  return files.map(({ name }) => name);
};

const makeRecord = (transaction: Queryable, table: RecordTable): Promise<unknown> =>
  transaction.query(`
    create table if not exists ${table} (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);

/** Which files a database has applied, with their checksums. */
const readRecord = async (database: Queryable, table: RecordTable): Promise<Map<string, string>> => {
  const rows = await database.query<{ name: string; checksum: string }>(
    `select name, checksum from ${table} order by name`,
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
};

const sqlFolders = ['migrations/', 'functions/'] as const;
type SqlFolder = (typeof sqlFolders)[number];

const namesIn = async (folder: SqlFolder): Promise<string[]> => {
  const names = await readdir(new URL(folder, import.meta.url));
  return names.filter((name) => name.endsWith('.sql')).sort();
};

const readSqlFiles = async (folder: SqlFolder): Promise<SqlFile[]> =>
  Promise.all(
    (await namesIn(folder)).map(async (name) => {
      const sql = await readFile(new URL(folder + name, import.meta.url), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
