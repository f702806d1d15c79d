import type { Queryable } from './database.ts';
import { type SqlFunctions, sqlFunctions } from './functions.gen.ts';

/** Calls a database function and returns its rows. */
export const callFunction = async <Name extends keyof SqlFunctions>(
  database: Queryable,
  name: Name,
  parameters: SqlFunctions[Name]['parameters'],
): Promise<SqlFunctions[Name]['row'][]> => {
  const { sql, parameters: names, json, omitsNulls } = sqlFunctions[name];
  const given: Readonly<Record<string, unknown>> = parameters;
  const values = names.map((key) => (json.includes(key) ? JSON.stringify(given[key], withHex) : given[key]));
  const rows = await database.query<SqlFunctions[Name]['row']>(sql, values);
  if (omitsNulls)
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (value === null) Reflect.deleteProperty(row, column);
  return rows;
};

/** Calls a database function that returns one row. @throws if it returns none */
export const callForRow = async <Name extends keyof SqlFunctions>(
  database: Queryable,
  name: Name,
  parameters: SqlFunctions[Name]['parameters'],
): Promise<SqlFunctions[Name]['row']> => {
  const [row] = await callFunction(database, name, parameters);
  if (row === undefined) throw new Error(`The function ${name} returned no row.`);
  return row;
};

/** Serializes Buffers as PostgreSQL hex. Reads `this[key]`, because `Buffer.toJSON` has already replaced `value`. */
function withHex(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const given = this[key];
  return Buffer.isBuffer(given) ? `\\x${given.toString('hex')}` : value;
}
