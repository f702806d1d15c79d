import type { QueryResultRow } from 'pg';
import type { Queryable } from './database.ts';

/** Calls a database function once per list of arguments, in one statement. */
export type CallEach<Row> = (
  database: Queryable,
  calls: readonly (readonly unknown[])[],
) => Promise<readonly Row[]>;

/**
 * A PostgreSQL type. The database function `through` first maps the values of all calls, passed as one array.
 */
type Parameter = string | { readonly type: string; readonly through: string };

/**
 * Prepares calls of a function that returns one row. Rows come back in call order; all calls run in one
 * transaction, one after another.
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
