import { expect, it } from 'vitest';
import { databaseOfFile } from '../support/test-database.ts';

const database = await databaseOfFile();

it('a growing table is vacuumed and analyzed only after a thousand changes', async () => {
  const tables = await database.query<{ name: string; options: string[] | null }>(
    `select relname as name, reloptions as options from pg_class
     where relkind = 'r' and relnamespace = (select relnamespace from pg_class where oid = to_regclass('accounts'))
     order by relname`,
  );
  const others = tables.filter(({ options }) => !options?.includes('autovacuum_analyze_threshold=1000'));
  expect(others.map(({ name }) => name)).toEqual([
    'api_keys',
    'decline_brake',
    'event_numbers',
    'event_settings',
    'gateway_sweeps',
    'product_versions',
    'schema_migrations',
    'schema_releases',
    'webhook_endpoints',
  ]);
  expect(others).toEqual(
    tables.filter(({ options }) => !options?.includes('autovacuum_vacuum_threshold=1000')),
  );
});
