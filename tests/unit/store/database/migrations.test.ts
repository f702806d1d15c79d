import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/store/database/database.ts';
import { migrate } from '#server/store/database/migrate.ts';
import { ownRelease, releaseOf, sqlFile } from '#server/store/database/release.ts';
import { openEmptyDatabase, openTestDatabase } from '../support/test-database.ts';

describe('migrations', () => {
  let database: Database;
  afterEach(() => database.close());

  it('are applied once even if two processes start at the same time', async () => {
    database = await openEmptyDatabase();
    const applied = await Promise.all([migrate(database), migrate(database)]);
    expect(applied.flat()).toEqual([...ownRelease.migrations.map(({ name }) => name), ownRelease.schema]);
    expect(await migrate(database)).toEqual([]);
  });

  it('reject a database from a newer version and explain how to start over', async () => {
    database = await openEmptyDatabase();
    await database.query('create table schema_migrations (name text primary key, checksum text)');
    await database.query("insert into schema_migrations values ('0001-customers-and-ledger.sql', 'x')");
    await expect(migrate(database)).rejects.toThrow(
      'The database has migration 0001-customers-and-ledger.sql, which this program lacks. Run the version ' +
        'that applied it. On your own machine, `npm start -- --fresh` starts over.',
    );
  });

  it('stop if an applied migration was changed', async () => {
    database = await openTestDatabase();
    const { migrations, functions } = ownRelease;
    const changed = migrations.map(({ name, sql }) => sqlFile(name, `${sql}\nselect 1;`));
    const migrating = migrate(database, releaseOf(changed, functions));
    await expect(migrating).rejects.toThrow('0001-store.sql was changed');
  });
});

const database = await openEmptyDatabase();
afterAll(() => database.close());

it('the database returns integers as numbers and throws beyond 2^53', async () => {
  expect(await database.query('select 9007199254740991::bigint as n')).toEqual([
    { n: 9_007_199_254_740_991 },
  ]);
  await expect(database.query('select 9007199254740993::bigint as n')).rejects.toThrow('beyond 2^53');
  expect(await database.query('select 1 as n')).toEqual([{ n: 1 }]);
});
