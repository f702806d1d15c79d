import type { Queryable } from './database.ts';
import { secureFunctions } from './grants.ts';
import { isInUse } from './presence.ts';
import { ownRelease, type Release, schemaPrefix } from './release.ts';

/** Removes functions' schemas from the search path. Otherwise, new tables would go into the first of them. */
export const resetSearchPath = async (transaction: Queryable): Promise<void> => {
  await transaction.query(`
    select set_config('search_path', string_agg(quote_ident(schema), ', ' order by place), true)
    from unnest(current_schemas(false)) with ordinality as places (schema, place)
    where not starts_with(schema, '${schemaPrefix}')`);
};

/** Returns whether a database has a release's functions, and so its migrations. One transaction creates both. */
export const isMigrated = async (database: Queryable, { schema } = ownRelease): Promise<boolean> => {
  const [found] = await database.query<{ exists: boolean }>(
    'select to_regnamespace($1) is not null as exists',
    [schema],
  );
  return found?.exists === true;
};

/** Creates a release's functions in a separate schema. `grantRights` then allows roles to call them. */
export const makeFunctions = async (
  transaction: Queryable,
  { functions, schema }: Release,
): Promise<void> => {
  await transaction.query(`create schema ${schema}`);
  await transaction.query(`grant usage on schema ${schema} to public`);
  const [path] = await transaction.query<{ path: string }>(
    "select current_setting('search_path') as path, set_config('search_path', concat_ws(', ', $1::text, current_setting('search_path')), true)",
    [schema],
  );
  // Functions can call functions that are created later.
  await transaction.query('set local check_function_bodies = off');
  for (const { sql } of functions) await transaction.query(sql);
  await transaction.query("select set_config('search_path', $1, true)", [path?.path]);
  await secureFunctions(transaction, schema);
};

/** Returns whether this release is the latest that has created functions. */
export const isLatest = async (transaction: Queryable, { schema }: Release): Promise<boolean> => {
  const [latest] = await transaction.query<{ schema: string }>(
    'select schema from schema_releases order by made_at desc limit 1',
  );
  return latest?.schema === schema;
};

/**
 * Drops old releases' functions. Keeps those of this release, of the previous one (which may still be running),
 * and any that a session uses.
 */
export const dropUnusedFunctions = async (transaction: Queryable, { schema }: Release): Promise<void> => {
  await transaction.query(`
    create table if not exists schema_releases (
      schema text primary key,
      made_at timestamptz not null default clock_timestamp()
    )`);
  const [, ...others] = await transaction.query<{ schema: string }>(
    'select schema from schema_releases order by made_at desc',
  );
  await transaction.query('insert into schema_releases (schema) values ($1)', [schema]);
  for (const { schema: former } of others) {
    const [use] = await transaction.query<{ isInUse: boolean }>(isInUse(former));
    if (use?.isInUse) continue;
    await transaction.query(`drop schema if exists ${former} cascade`);
    await transaction.query('delete from schema_releases where schema = $1', [former]);
  }
};
