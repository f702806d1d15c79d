import type { QueryResultRow } from 'pg';
import type { Queryable } from './database.ts';

/** Calls a function of the database once for each list of arguments, in one statement. */
export type CallEach<Row> = (
  database: Queryable,
  calls: readonly (readonly unknown[])[],
) => Promise<readonly Row[]>;

/**
 * A parameter: the type of its values, as PostgreSQL names it, and a function of the database, if any, that makes the arguments
 * of them. That function gets the values of all calls in an array before the first call, and returns as many.
 */
type Parameter = string | { readonly type: string; readonly through: string };

/**
 * Prepares to call a function that returns one row.
 *
 * @returns has the rows in the order of the calls, which is that in which they are made: each sees what those before it did. All
 *   of them are one transaction
 */
export const callEachOf = <Row extends QueryResultRow>(
  name: string,
  parameters: readonly Parameter[],
): CallEach<Row> => {
  const argumentsOfOne = parameters.map((parameter, index) =>
    typeof parameter === 'string'
      ? `$${index + 1}`
      : `(${parameter.through}(array[$${index + 1}::${parameter.type}]))[1]`,
  );
  const arrays = parameters.map((parameter, index) =>
    typeof parameter === 'string'
      ? `$${index + 1}::${parameter}[]`
      : `${parameter.through}($${index + 1}::${parameter.type}[])`,
  );
  const columns = parameters.map((_, index) => `argument_${index + 1}`);
  const once = `select * from ${name}(${argumentsOfOne.join(', ')})`;
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
          parameters.map((_, index) => calls.map((values) => values[index])),
        );
  };
};
