import type { Queryable } from '#server/store/database/database.ts';
import { functionGrants } from '#server/store/database/grants.ts';
import { ownRelease } from '#server/store/database/release.ts';

const scalars = new Map([
  ...['text', 'uuid', 'cidr', 'date'].map((type) => [type, 'string'] as const),
  ...['integer', 'bigint', 'credit_amount'].map((type) => [type, 'number'] as const),
  ...['json', 'jsonb', 'void'].map((type) => [type, 'unknown'] as const),
  ...Object.entries({ boolean: 'boolean', 'timestamp with time zone': 'Date', bytea: 'Buffer' }),
]);

const typeOf = (type: string): string =>
  type.endsWith('[]') ? `readonly ${typeOf(type.slice(0, -2))}[]` : (scalars.get(type) ?? nameOf(type));

const nameOf = (type: string) =>
  type.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const unionOf = (labels: readonly string[]): string => labels.map((label) => `'${label}'`).join(' | ');

/** Parses columns or parameters in the form `name type, name type`. */
const fieldsIn = (text: string) =>
  [...text.matchAll(/(\w+) ([^,]+)/g)].map(([, name = '', type = '']) => ({ name, type }));

/** @param listed columns that are always present; a `?` marks a nullable column. Other columns are optional. */
const writeFields = (columns: string, listed: string, nullable = ': type | null') =>
  fieldsIn(columns).map(({ name, type }) => {
    const mark = new RegExp(`\\b${name}\\b(\\??)`).exec(listed)?.[1];
    const form = mark === '' ? ': type' : mark === '?' ? nullable : '?: type | null | undefined';
    return `readonly ${name}${form.replace('type', typeOf(type))};`;
  });

interface SqlType {
  readonly name: string;
  readonly labels: readonly string[];
  readonly columns: string;
  /** Columns for `writeFields`. If they differ by outcome, each line is `outcome, outcome: column, column?`. */
  readonly comment: string;
}

const writeType = ({ name, labels, columns, comment }: SqlType, types: readonly SqlType[]): string => {
  if (labels.length > 0) return `export type ${nameOf(name)} = ${unionOf(labels)};`;
  const members = [...comment.matchAll(/^ *([\w, -]+): (.+)$/gm)].map(([, told = '', listed = '']) => ({
    told: told.split(', '),
    listed: listed.split(', '),
  }));
  if (members.length === 0)
    return `export interface ${nameOf(name)} {\n  ${writeFields(columns, comment).join('\n  ')}\n}`;
  const outcome = fieldsIn(columns)[0]?.type;
  const others = types
    .find((type) => type.name === outcome)
    ?.labels.filter((label) => !members.some(({ told }) => told.includes(label)));
  const written = [...members, { told: others ?? [], listed: [] }].map(({ told, listed }) => {
    const known = fieldsIn(columns).filter((field) =>
      listed.some((each) => each.replace('?', '') === field.name),
    );
    const text = known.map((field) => `${field.name} ${field.type}`).join(', ');
    return `\n  | { readonly outcome: ${unionOf(told)}; ${writeFields(text, listed.join(), '?: type').join(' ')} }`;
  });
  return `export type ${nameOf(name)} =${written.join('')};`;
};

interface SqlFunction {
  readonly name: string;
  readonly parameters: string;
  /** Either `type`, `SETOF type` or `TABLE(column type, column type)`. */
  readonly result: string;
  /** For a table, its columns for `writeFields`; otherwise, starts with `null` if the result can be null. */
  readonly comment: string;
}

const writeFunction = ({ name, parameters, result, comment }: SqlFunction, types: readonly SqlType[]) => {
  const recordOf = (type: string) => types.find((each) => each.name === type && each.labels.length === 0);
  const given = fieldsIn(parameters).map(({ name: own, type }, index) => {
    const [element = ''] = type.split('[');
    const isRecord = recordOf(element) !== undefined;
    const of = `(null::${element}, $${index + 1})`;
    const record =
      element === type
        ? `jsonb_populate_record${of}`
        : `array(select given from jsonb_populate_recordset${of} given)`;
    return {
      key: own.replace('p_', ''),
      type: isRecord ? typeOf(type) : `${typeOf(type)} | null`,
      isJson: isRecord || type === 'jsonb',
      sql: isRecord ? record : `$${index + 1}`,
    };
  });
  const returned = result.replace('SETOF ', '');
  const table = /^TABLE\((.*)\)$/.exec(returned)?.[1];
  const columns = table ?? recordOf(returned)?.columns;
  const row = table === undefined ? typeOf(returned) : `{ ${writeFields(table, comment).join(' ')} }`;
  const value = `{ readonly value: ${typeOf(returned)}${comment.startsWith('null') ? ' | null' : ''} }`;
  const call = `${name}(${given.map(({ sql }) => sql).join(', ')})`;
  const listed = fieldsIn(columns ?? '').map((field) =>
    recordOf(field.type) === undefined ? field.name : `to_json("${field.name}") as "${field.name}"`,
  );
  return {
    type: `readonly ${name}: {
    readonly parameters: { ${given.map(({ key, type }) => `readonly ${key}: ${type};`).join(' ')} };
    readonly row: ${columns === undefined ? value : row};
  };`,
    call: `${name}: {
    sql: '${columns === undefined ? `select ${call} as value` : `select ${listed.join(', ')} from ${call}`}',
    parameters: ${JSON.stringify(given.map(({ key }) => key))},
    json: ${JSON.stringify(given.filter(({ isJson }) => isJson).map(({ key }) => key))},
    omitsNulls: ${columns?.startsWith('outcome ') === true},
  },`,
  };
};

/** Generates TypeScript for the SQL functions that a role can call, with parameter and result types. */
export const writeSqlTypes = async (database: Queryable): Promise<string> => {
  const types = await database.query<SqlType>(findTypes, [ownRelease.schema]);
  const names = Object.keys(functionGrants);
  const found = await database.query<SqlFunction>(findFunctions, [ownRelease.schema, names]);
  const functions = found.map((each) => writeFunction(each, types));
  const declared = types.filter(({ labels, comment }) => labels.length > 0 || comment !== '');
  return `// Made by \`npm run sql-types\` from the functions in the database.

${declared.map((type) => writeType(type, types)).join('\n\n')}

/** What each function takes and returns. A function without columns returns \`value\`. */
export interface SqlFunctions {
  ${functions.map(({ type }) => type).join('\n  ')}
}

/** How to call each function. Parameters in \`json\` are passed as JSON. Outcomes of a union omit columns that are null. */
export const sqlFunctions: {
  readonly [Name in keyof SqlFunctions]: {
    readonly sql: string;
    readonly parameters: readonly string[];
    readonly json: readonly string[];
    readonly omitsNulls: boolean;
  };
} = {
  ${functions.map(({ call }) => call).join('\n  ')}
};
`;
};

const findTypes = `
  select typname as name, coalesce(obj_description(oid, 'pg_type'), '') as comment,
    array(select enumlabel::text from pg_enum where enumtypid = pg_type.oid order by enumsortorder) as labels,
    coalesce((
      select string_agg(attname || ' ' || format_type(atttypid, null), ', ' order by attnum)
      from pg_attribute where attrelid = typrelid
    ), '') as columns
  from pg_type where typnamespace = to_regnamespace($1) and typtype in ('c', 'e') order by typname`;

const findFunctions = `
  select proname as name, coalesce(obj_description(oid, 'pg_proc'), '') as comment,
    pg_get_function_identity_arguments(oid) as parameters, pg_get_function_result(oid) as result
  from pg_proc where pronamespace = to_regnamespace($1) and proname = any($2) order by proname`;
