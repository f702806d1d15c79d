import { describe, expect, it } from 'vitest';
import { maxCredits } from '#contract/merchant/requests.ts';
import { ownRelease } from '#server/store/database/release.ts';
import { writeSqlTypes } from '../support/sql-types.ts';
import { databaseOfFile } from '../support/test-database.ts';

const sqlTypesFile = '../../../../server/store/database/functions.gen.ts';

const database = await databaseOfFile();

describe('the SQL functions', () => {
  it('match the generated TypeScript types (npm run sql-types)', async () => {
    await expect(await writeSqlTypes(database)).toMatchFileSnapshot(sqlTypesFile);
  });

  it('have the same credit limit as the contract', async () => {
    expect(await database.query('select max_credits()')).toEqual([{ max_credits: maxCredits }]);
  });

  it('take at most eight parameters', async () => {
    const longOnes = 'select proname from pg_proc where pronamespace = to_regnamespace($1) and pronargs > 8';
    const long = await database.query(longOnes, [ownRelease.schema]);
    expect(long).toEqual([]);
  });
});
