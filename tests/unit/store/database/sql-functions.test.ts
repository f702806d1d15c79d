import { describe, expect, it } from 'vitest';
import { maxCredits } from '#contract/merchant/requests.ts';
import { ownRelease } from '#server/store/database/release.ts';
import { writeSqlTypes } from '../support/sql-types.ts';
import { databaseOfFile } from '../support/test-database.ts';

const sqlTypesFile = '../../../../server/store/database/functions.gen.ts';

const database = await databaseOfFile();

describe('the functions of the database', () => {
  it('have the types that TypeScript knows: npm run sql-types', async () => {
    await expect(await writeSqlTypes(database)).toMatchFileSnapshot(sqlTypesFile);
  });

  it('bound credits as the contract does', async () => {
    expect(await database.query('select max_credits()')).toEqual([{ max_credits: maxCredits }]);
  });

  it('take at most eight parameters: more are fields of a type', async () => {
    const longOnes = 'select proname from pg_proc where pronamespace = to_regnamespace($1) and pronargs > 8';
    const long = await database.query(longOnes, [ownRelease.schema]);
    expect(long).toEqual([]);
  });
});
