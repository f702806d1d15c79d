import type { QueryResultRow } from 'pg';
import type { Queryable } from './database.ts';

/** Calls a function of the database once for each list of arguments, in one statement. */
export type CallEach<Row> = (
  database: Queryable,
  calls: readonly (readonly unknown[])[],
) => Promise<readonly Row[]>;

/**
 * Prepares to call a function that returns one row.
 *
 * @param types of its parameters, as PostgreSQL names them
 * @returns has the rows in the order of the calls, which is that in which they are made: each sees what those before it did. All
 *   of them are one transaction
 */
export const callEachOf = <Row extends QueryResultRow>(
  name: string,
  types: readonly string[],
): CallEach<Row> => {
  const parameters = types.map((_, index) => `$${index + 1}`);
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`);
  const columns = types.map((_, index) => `argument_${index + 1}`);
  const once = `select * from ${name}(${parameters.join(', ')})`;
  const each = `
    select results.*
    from unnest(${arrays.join(', ')}) with ordinality as calls (${columns.join(', ')}, place)
    join ${name}(${columns.join(', ')}) results on true
    order by place`;
  return (database, calls) => {
    const [only] = calls;
    return calls.length === 1 && only !== undefined
      ? database.query<Row>(once, only)
      : database.query<Row>(
          each,
          types.map((_, index) => calls.map((values) => values[index])),
        );
  };
};
