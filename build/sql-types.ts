import type { Queryable } from '#server/store/database/database.ts';
import { functionGrants } from '#server/store/database/grants.ts';
import { ownRelease } from '#server/store/database/release.ts';

interface Field {
  readonly name: string;
  /** The type's oid. */
  readonly type: number;
}

type SqlType = {
  readonly oid: number;
  readonly name: string;
  /** As in pg_type: composite, domain, enum, or others. */
  readonly kind: 'b' | 'c' | 'd' | 'e' | 'p';
  /** Of an array or a domain; else 0. */
  readonly element: number;
  readonly base: number;
  readonly comment: string | null;
  readonly labels: readonly string[];
  readonly columns: readonly Field[];
};

type SqlFunction = Pick<SqlType, 'name' | 'comment' | 'columns'> & {
  readonly result: number;
  readonly parameters: readonly Field[];
};

/** Where a value is: a parameter, a column of a result, or in JSON that is given or returned. */
type Place = 'parameter' | 'column' | 'given' | 'returned';

const timestamp = { parameter: 'Date', column: 'Date', given: 'Date', returned: 'string' };
/** A template literal. Two parts, so that it is none here. */
const hex = ['`\\\\x$', '{string}`'].join('');
const baseTypes: Readonly<Record<string, string | Readonly<Record<Place, string>>>> = {
  text: 'string',
  uuid: 'string',
  cidr: 'string',
  bool: 'boolean',
  int4: 'number',
  int8: 'number',
  void: 'unknown',
  json: 'unknown',
  jsonb: 'unknown',
  date: { ...timestamp, parameter: 'string' },
  timestamptz: timestamp,
  bytea: { parameter: 'Buffer', column: 'Buffer', given: hex, returned: 'string' },
};

const unionOf = (labels: readonly string[]): string => labels.map((label) => `'${label}'`).join(' | ');

/** Reads a comment: lines of `outcome, outcome: column, column?`, or only columns. */
const membersOf = ({ comment, columns }: Pick<SqlType, 'comment' | 'columns'>) =>
  (comment ?? '').split('\n').flatMap((line) => {
    const [, outcomes = '', listed = ''] = /^\s*(?:([\w, -]+): )?([\w, ?]+)$/.exec(line) ?? [];
    if (listed === '') return [];
    const fields = listed.split(', ').map((name) => {
      const field = columns.find((column) => column.name === name.replace('?', ''));
      if (field === undefined) throw new Error(`A comment names ${name}, which is no column.`);
      return { ...field, suffix: name.endsWith('?') ? ' | null' : '' };
    });
    return [{ outcomes: outcomes.split(', ').filter(Boolean), fields }];
  });

class TypeWriter {
  /** By name. */
  readonly declared = new Map<string, string>();
  readonly #types: ReadonlyMap<number, SqlType>;

  constructor(types: readonly SqlType[]) {
    this.#types = new Map(types.map((type) => [type.oid, type]));
  }

  typeOf(oid: number): SqlType {
    const type = this.#types.get(oid);
    if (type === undefined) throw new Error(`There is no type ${oid}.`);
    return type;
  }

  write(oid: number, place: Place): string {
    const type = this.typeOf(oid);
    if (type.element !== 0) return `readonly ${this.write(type.element, place)}[]`;
    if (type.base !== 0) return this.write(type.base, place);
    if (type.kind === 'e' || type.kind === 'c') return this.#declare(type, place);
    const base = baseTypes[type.name];
    if (base === undefined) throw new Error(`The type ${type.name} has no TypeScript type here.`);
    return typeof base === 'string' ? base : base[place];
  }

  /** @param suffix what a field without a comment may be */
  writeFields(type: Pick<SqlType, 'comment' | 'columns'>, place: Place): string[] {
    const [commented] = membersOf(type);
    const optional =
      place === 'given'
        ? type.columns.filter(({ name }) => !commented?.fields.some((field) => field.name === name))
        : [];
    return [
      ...(commented?.fields ?? []).map((field) => this.writeField(field, place)),
      ...optional.map((field) => this.writeField({ ...field, suffix: ' | null | undefined' }, place)),
    ];
  }

  writeField({ name, type, suffix }: Field & { readonly suffix: string }, place: Place): string {
    // What is within a column arrives as JSON.
    const isNested = place === 'column' && this.typeOf(type).kind === 'c';
    const mark = suffix.endsWith('undefined') ? '?' : '';
    return `readonly ${name}${mark}: ${this.write(type, isNested ? 'returned' : place)}${suffix};`;
  }

  #declare(type: SqlType, place: Place): string {
    const name = type.name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (!this.declared.has(name))
      this.declared.set(
        name,
        type.kind === 'e'
          ? `export type ${name} = ${unionOf(type.labels)};`
          : (this.#writeUnion(name, type, place) ??
              `export interface ${name} {\n${this.writeFields(type, place)
                .map((field) => `  ${field}\n`)
                .join('')}}`),
      );
    return name;
  }

  #writeUnion(name: string, type: SqlType, place: Place): string | undefined {
    const members = membersOf(type);
    const outcome = type.columns.find((column) => column.name === 'outcome');
    if (outcome === undefined || members.every(({ outcomes }) => outcomes.length === 0)) return undefined;
    const others = this.typeOf(outcome.type).labels.filter(
      (label) => !members.some(({ outcomes }) => outcomes.includes(label)),
    );
    const all = others.length === 0 ? members : [...members, { outcomes: others, fields: [] }];
    const written = all.map(({ outcomes, fields }) => {
      const known = fields.map(({ suffix, ...field }) =>
        this.writeField({ ...field, name: suffix === '' ? field.name : `${field.name}?`, suffix: '' }, place),
      );
      return [`readonly outcome: ${unionOf(outcomes)};`, ...known].join(' ');
    });
    return `export type ${name} =${written.map((member) => `\n  | { ${member} }`).join('')};`;
  }
}

const writeFunction = (types: TypeWriter, { name, comment, result, parameters, columns }: SqlFunction) => {
  const given = parameters.map((parameter, index) => {
    const type = types.typeOf(parameter.type);
    const place = `$${index + 1}`;
    const record = types.typeOf(type.element === 0 ? parameter.type : type.element);
    if (record.kind !== 'c')
      return {
        name: parameter.name.slice(2),
        type: parameter.type,
        sql: place,
        isRecord: false,
        isJson: type.name === 'jsonb',
      };
    const sql =
      type.element === 0
        ? `jsonb_populate_record(null::${record.name}, ${place})`
        : `array(select given from jsonb_populate_recordset(null::${record.name}, ${place}) given)`;
    return { name: parameter.name.slice(2), type: parameter.type, sql, isRecord: true, isJson: true };
  });
  const typed = given.map(({ name: key, type, isRecord }) =>
    isRecord
      ? `readonly ${key}: ${types.write(type, 'given')};`
      : `readonly ${key}: ${types.write(type, 'parameter')} | null;`,
  );
  const returned = types.typeOf(result);
  const isTable = columns.length > 0;
  const row = isTable
    ? `{ ${types.writeFields({ comment, columns }, 'column').join(' ')} }`
    : returned.kind === 'c'
      ? types.write(result, 'column')
      : `{ readonly value: ${types.write(result, 'column')}${comment?.startsWith('null') ? ' | null' : ''} }`;
  const listed = (isTable ? columns : returned.columns).map((column) =>
    types.typeOf(column.type).kind === 'c' ? `to_json("${column.name}") as "${column.name}"` : column.name,
  );
  const call = `${name}(${given.map(({ sql }) => sql).join(', ')})`;
  const isUnion = returned.columns.some((column) => column.name === 'outcome');
  const sql = listed.length > 0 ? `select ${listed.join(', ')} from ${call}` : `select ${call} as value`;
  const names = (chosen: typeof given) => `[${chosen.map(({ name: key }) => `'${key}'`).join(', ')}]`;
  return {
    type: `  readonly ${name}: {\n    readonly parameters: { ${typed.join(' ')} };\n    readonly row: ${row};\n  };\n`,
    value: `  ${name}: {\n    sql: '${sql}',\n    parameters: ${names(given)},\n    json: ${names(given.filter(({ isJson }) => isJson))},\n    omitsNulls: ${isUnion},\n  },\n`,
  };
};

/** Writes the functions that a role may call, with the types of what they take and return. */
export const writeSqlTypes = async (database: Queryable): Promise<string> => {
  const { schema } = ownRelease;
  const types = new TypeWriter(await database.query<SqlType>(findTypes, [schema]));
  const found = await database.query<SqlFunction>(findFunctions, [schema, Object.keys(functionGrants)]);
  const functions = found.map((each) => writeFunction(types, each));
  return `// Made by \`npm run sql-types\` from the functions in the database.

${[...types.declared.values()].join('\n\n')}

/** What each function takes and returns. A function without columns returns \`value\`. */
export interface SqlFunctions {
${functions.map(({ type }) => type).join('')}}

/** How to call each function. Parameters in \`json\` are passed as JSON. Outcomes of a union omit columns that are null. */
export const sqlFunctions: {
  readonly [Name in keyof SqlFunctions]: {
    readonly sql: string;
    readonly parameters: readonly string[];
    readonly json: readonly string[];
    readonly omitsNulls: boolean;
  };
} = {
${functions.map(({ value }) => value).join('')}};
`;
};

/** Types of the functions' schema and of PostgreSQL. */
const findTypes = `
  select oid::int, typname as name, typtype as kind, case typcategory when 'A' then typelem::int else 0 end as element,
    typbasetype::int as base, obj_description(oid, 'pg_type') as comment,
    array(select enumlabel::text from pg_enum where enumtypid = pg_type.oid order by enumsortorder) as labels,
    array(
      select jsonb_build_object('name', attname, 'type', atttypid::int) from pg_attribute
      where attrelid = typrelid and attnum > 0 and not attisdropped and typnamespace = to_regnamespace($1) order by attnum
    ) as columns
  from pg_type where typnamespace in (to_regnamespace($1), 'pg_catalog'::regnamespace)`;

/** In proargmodes, only functions that return tables have other than inputs. */
const findFunctions = `
  select proname as name, obj_description(oid, 'pg_proc') as comment, prorettype::int as result,
    array(
      select jsonb_build_object('name', proargnames[place], 'type', type::int)
      from unnest(proargtypes) with ordinality as given (type, place) order by place
    ) as parameters,
    array(
      select jsonb_build_object('name', proargnames[place], 'type', proallargtypes[place]::int)
      from unnest(proargmodes) with ordinality as modes (mode, place) where mode = 't' order by place
    ) as columns
  from pg_proc where pronamespace = to_regnamespace($1) and proname = any($2) order by proname`;
