import { errorCode, failureLine } from '../logging/failures.ts';
import type { Database, Queryable } from './database.ts';
import { functionGrants, tableGrants } from './grants.ts';
import { ownRelease } from './release.ts';

/** What the database lacks. The detail names it and says what to do, on one line without secrets. */
export interface Shortcoming {
  readonly reason: 'database-pooler' | 'database-version' | 'database-rights' | 'database-standby';
  readonly detail: string;
}

/** PostgreSQL's oldest tested version. */
const oldestVersion = 15;
const namedRights = 3;

const serverFacts = `
  select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
    pg_is_in_recovery() as "isStandby"`;

/** Checks what no migration can change. */
export const checkServer = async (database: Database): Promise<Shortcoming | undefined> => {
  const [[server], isKept] = await Promise.all([
    database.query<{ version: number; name: string; isStandby: boolean }>(serverFacts),
    database.keepsSessions?.(),
  ]);
  if (server !== undefined && server.version < oldestVersion * 10_000) {
    const detail = `PostgreSQL ${server.name} is too old: upgrade it to version ${oldestVersion} or newer.`;
    return { reason: 'database-version', detail };
  }
  if (isKept === false)
    return {
      reason: 'database-pooler',
      detail:
        'A connection pooler mixes up sessions: set pool_mode = session in PgBouncer, or connect to PostgreSQL directly.',
    };
  if (server?.isStandby !== true) return undefined;
  return {
    reason: 'database-standby',
    detail: 'The database is a standby: promote it, or connect to the primary.',
  };
};

/** Checks the server at startup. @returns whether it is a standby @throws {Error} if the store can't use it */
export const expectServer = async (database: Database): Promise<boolean> => {
  const found = await checkServer(database).catch((error: unknown) => {
    // Class 28: the server refuses the role. It doesn't tell whether the role exists.
    const remedy = '. Correct the user and password, or create the role as in docs/deploy.md.';
    const isRefused = errorCode(error)?.startsWith('28') === true;
    throw new Error(`DATABASE_URL: ${failureLine(error)}${isRefused ? remedy : ''}`, { cause: error });
  });
  if (found !== undefined && found.reason !== 'database-standby') throw new Error(found.detail);
  return found !== undefined;
};

const neededRights = Object.entries(tableGrants).flatMap(([table, { store }]) =>
  // Column lists are left out: a role has all of a grant's columns or none.
  (store?.replaceAll(/ \([^)]+\)/g, '').split(', ') ?? []).map((privilege) => [table, privilege] as const),
);
const neededFunctions = Object.keys(functionGrants).filter((name) => functionGrants[name]?.includes('store'));

const missingRights = `
  select privilege || ' on ' || name as name, current_user::text as role
  from unnest($1::text[], $2::text[]) needed (name, privilege)
  where has_any_column_privilege(to_regclass(name), privilege) is not true
  union all
  select 'execute on ' || name, current_user::text
  from unnest($3::text[]) called (name)
  where not exists (
    select from pg_proc
    where pronamespace = to_regnamespace($4) and proname = name and has_function_privilege(oid, 'execute')
  )
  order by name`;

/** Checks the role's rights on this release's tables and functions. */
export const checkRights = async (database: Queryable): Promise<Shortcoming | undefined> => {
  const missing = await database.query<{ name: string; role: string }>(missingRights, [
    neededRights.map(([table]) => table),
    neededRights.map(([, privilege]) => privilege),
    neededFunctions,
    ownRelease.schema,
  ]);
  if (missing.length === 0) return undefined;
  const names = missing.slice(0, namedRights).map(({ name }) => name);
  const others = missing.length > namedRights ? ` and ${missing.length - namedRights} more` : '';
  const detail =
    `The role ${missing[0]?.role} lacks ${names.join(', ')}${others}: make it a member of coffer_store, ` +
    'and run the command migrate as the owner of the tables.';
  return { reason: 'database-rights', detail };
};

/** Returns whether the C library or ICU now sorts text differently than the database's indexes. */
export const hasChangedCollation = async (database: Queryable): Promise<boolean> => {
  const [found] = await database.query<{ hasChanged: boolean }>(changedCollation);
  return found?.hasChanged === true;
};

const changedCollation = `
  select datcollversion <> pg_database_collation_actual_version(oid) as "hasChanged"
  from pg_database where datname = current_database()`;
