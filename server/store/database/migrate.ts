import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Database } from './database.ts';

const migrationsFolder = new URL('../migrations/', import.meta.url);

/** Any constant will do: it names the lock under which migrations run, so that two starting processes take turns. */
const migrationLock = 4_061_987;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/**
 * Brings the schema up to date: applies the numbered files of `migrations/` that the database has not recorded, in
 * order, in one transaction.
 *
 * @returns the names of the files that were applied now
 * @throws when a file that was applied earlier has changed since, or the database knows files that are not here
 */
export async function migrate(database: Database): Promise<string[]> {
  const migrations = await readMigrations();
  return database.transaction(async (transaction) => {
    await transaction.query('select pg_advisory_xact_lock($1)', [migrationLock]);
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
      if (file === undefined)
        throw new Error(`The database is newer than this program: it has migration ${name}.`);
      if (file.checksum !== checksum)
        throw new Error(`Migration ${name} was changed after it had been applied.`);
    }

    const missing = migrations.filter(({ name }) => !recorded.some((row) => row.name === name));
    for (const { name, sql, checksum } of missing) {
      await transaction.query(sql);
      await transaction.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
        name,
        checksum,
      ]);
    }
    return missing.map(({ name }) => name);
  });
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(migrationsFolder)).filter((name) => /^\d{4}-[\w-]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, migrationsFolder), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
