import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/store/database/database.ts';
import { migrate } from '#server/store/database/migrate.ts';
import { openEmptyDatabase } from './support/test-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openEmptyDatabase();
}, 60_000);
afterAll(() => database.close());

describe('migrations', () => {
  it('are applied once, also when two processes start together', async () => {
    const applied = await Promise.all([migrate(database), migrate(database)]);
    expect(applied.flat()).toEqual([
      '0001-customers-and-ledger.sql',
      '0002-purchases.sql',
      '0003-lost-answers.sql',
      '0004-refunds.sql',
    ]);
    expect(await migrate(database)).toEqual([]);
  });

  it('refuse a database that is newer than the program', async () => {
    await database.query("insert into schema_migrations (name, checksum) values ('9999-later.sql', 'x')");
    await expect(migrate(database)).rejects.toThrow('newer than this program');
    await database.query("delete from schema_migrations where name = '9999-later.sql'");
  });

  it('refuse to go on when one was changed', async () => {
    await database.query("update schema_migrations set checksum = 'x' where name like '0001%'");
    await expect(migrate(database)).rejects.toThrow('0001-customers-and-ledger.sql was changed');
  });
});

describe('the database', () => {
  it('undoes what a failed transaction did, and goes on', async () => {
    await database.query('create table tried (n bigint)');
    const failing = database.transaction(async (transaction) => {
      await transaction.query('insert into tried values (1)');
      await transaction.query('select nothing');
    });
    await expect(failing).rejects.toThrow('nothing');
    expect(await database.query('select * from tried')).toEqual([]);
  });

  it('answers integers as numbers, and never a wrong one', async () => {
    expect(await database.query('select 9007199254740991::bigint as n')).toEqual([
      { n: 9_007_199_254_740_991 },
    ]);
    await expect(database.query('select 9007199254740993::bigint as n')).rejects.toThrow('beyond 2^53');
    expect(await database.query('select 1 as n')).toEqual([{ n: 1 }]);
  });
});
